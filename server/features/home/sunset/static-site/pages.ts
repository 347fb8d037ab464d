import { formatDate, formatDay } from '../../../../../shared/dates.ts';
import { escapeHtml } from '../../../../platform/html-page.ts';
import { offlinePage, shownFile } from '../../../../platform/offline-page.ts';
import type { FileFault } from '../../../../platform/storage/file-faults.ts';
import type { GivenLink } from '../../../delivery/received/received.ts';

// What remains of the service: pages that show what was given, as plain HTML with the files beside it.

export interface SiteFacts {
  lastDay: string;
  linksUntil: string;
}

/** A file in the same folder as the page of its link. */
export interface FileBeside {
  path: string;
  name: string;
  fault: FileFault | undefined;
}

/** What one link brought, with links to the others of the same page. */
export function linkPage(
  { owner, shown, leftFor }: GivenLink,
  files: readonly FileBeside[],
  beside: readonly GivenLink[],
  facts: SiteFacts,
): string {
  const name = escapeHtml(owner.name);
  const made = `${owner.name}, ${formatDate(shown.createdAt, owner.timezone)}`;
  const line = leftFor ? `${made}. Left for ${leftFor}, who has died.` : made;
  return offlinePage(
    `From ${owner.name}`,
    `<header><h1>From ${name}</h1><p class="soft">${stays(facts)}</p></header>
<article>
<h2>${escapeHtml(shown.title)}</h2>
<p class="soft">${escapeHtml(line)}</p>
${shown.personalMessage ? `<blockquote>${escapeHtml(shown.personalMessage)}</blockquote>` : ''}
${shown.content ? `<div class="letter">${escapeHtml(shown.content)}</div>` : ''}
${files.map((file, at) => fileOf(shown, file, at)).join('\n')}
</article>
${beside.length > 0 ? moreFrom(name, beside) : ''}`,
  );
}

/** The first file is shown; a second one is the original, to download. */
function fileOf(shown: GivenLink['shown'], { fault, ...file }: FileBeside, at: number): string {
  if (fault === 'missing') return '<p class="soft">This file was lost. We are sorry.</p>';
  const damaged = fault ? '<p class="soft">This file has changed in our storage and may not open.</p>' : '';
  return shownFile({ ...shown, type: at === 0 ? shown.type : 'letter' }, file) + damaged;
}

function moreFrom(name: string, beside: readonly GivenLink[]): string {
  const links = beside.map(
    ({ tokenHash, shown }) => `<li><a href="../${tokenHash}/">${escapeHtml(shown.title)}</a></li>`,
  );
  return `<section><h2>More from ${name}</h2><ul>${links.join('')}</ul></section>`;
}

function stays({ lastDay, linksUntil }: SiteFacts): string {
  return `Long After closed on ${formatDay(lastDay)}. This page is meant to stay until ${formatDay(linksUntil)}. Please save what you would like to keep.`;
}

/** The page that all old links lead to. Its script finds the page for the link; nothing of the link leaves the browser. */
export function findPage(facts: SiteFacts): string {
  return offlinePage(
    'What was left for you',
    `<header><h1>What was left for you</h1><p class="soft">${stays(facts)}</p></header>
<section><p id="finding">Your link is being looked up.</p>
<noscript><p>To find your page, this one needs JavaScript, which is switched off in this browser.</p></noscript></section>
<script src="/received/find.js"></script>`,
  );
}

/** Here, as in the database, a link is identified by its SHA-256. */
export const findScript = `'use strict';
(async () => {
  const say = (text) => { document.getElementById('finding').textContent = text; };
  const token = location.pathname.split('/')[2] || '';
  if (!window.crypto || !crypto.subtle) return say('Please open this link with https.');
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)));
  const name = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const found = await fetch('/kept/' + name + '/', { method: 'HEAD' });
  if (found.ok) location.replace('/kept/' + name + '/');
  else say('Nothing is kept under this link. It may have been taken back, or parts of the link are missing.');
})();
`;

export function frontPage(facts: SiteFacts): string {
  return offlinePage(
    'Long After',
    `<header><h1>Long After has closed</h1><p>${stays(facts)}</p></header>
<section><p>If you have received something, open the link in the message that you got. There is nothing to sign in to any more.</p></section>`,
  );
}

/** Instructions for whoever runs the web server. */
export function readme({ lastDay, linksUntil }: SiteFacts): string {
  return `Long After closed on ${lastDay}. These files are what people were given, to be read by their old links.
Serve this folder as docs/operations.md says, under "If the service closes". Whoever has the folder can read all of it.
Remove it after ${linksUntil}.
`;
}
