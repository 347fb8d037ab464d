/**
 * The mailbox as a page that works without JavaScript: every message as text, and mails also as the recipient sees
 * them.
 */
import { formatDateTime } from '../../../../shared/dates.ts';
import { escapeHtml, htmlPage } from '../../../platform/html-page.ts';
import type { StoredMessage } from './mailbox.ts';

export function mailboxPage(messages: StoredMessage[]): string {
  return htmlPage(
    'Mailbox · Long After',
    `<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/dev/mailbox.css">`,
    `<p class="brand">Long After</p>
<h1>Mailbox</h1>
<p class="soft">No mail server is set up here, so what would be sent is kept on this page. Newest first, times in UTC.
<a href="/dev/mailbox">Look again</a></p>
${messages.length === 0 ? EMPTY : messages.map(messageCard).join('\n')}`,
  );
}

const EMPTY = '<p class="card empty">No messages yet. The first one appears here as soon as it is due.</p>';

function messageCard({
  id,
  channel,
  toAddress,
  fromAddress,
  subject,
  text,
  html,
  calendar,
  sentAt,
}: StoredMessage): string {
  const kind = channel === 'email' ? 'an email' : 'a text message';
  const heading = escapeHtml(subject ?? `Text message to ${toAddress}`);
  const asSeen = `<details><summary>As the person sees it</summary>
<iframe src="/dev/mailbox/${id}" title="${heading}" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<p class="soft"><a href="/dev/mailbox/${id}">On a page of its own</a></p></details>`;
  return `<article class="card" aria-labelledby="m-${id}">
<h2 id="m-${id}">${heading}</h2>
<dl class="soft">
<div><dt>To</dt><dd>${escapeHtml(toAddress)}</dd></div>
<div><dt>From</dt><dd>${escapeHtml(fromAddress)}</dd></div>
<div><dt>Sent</dt><dd><time datetime="${sentAt.toISOString()}">${formatDateTime(sentAt, 'UTC')}</time>, as ${kind}</dd></div>
</dl>
<p class="text">${withLinks(text)}</p>
${html === null ? '' : asSeen}
${calendar === null ? '' : `<details><summary>Calendar file</summary><p class="text">${escapeHtml(calendar)}</p></details>`}
</article>`;
}

function withLinks(text: string): string {
  const pieces = text.trim().split(/(https?:\/\/[^\s<>"]+)/);
  return pieces.map((piece, index) => (index % 2 ? link(piece) : escapeHtml(piece))).join('');
}

function link(address: string): string {
  const href = escapeHtml(address);
  return `<a href="${href}" target="_blank" rel="noreferrer">${href}</a>`;
}
