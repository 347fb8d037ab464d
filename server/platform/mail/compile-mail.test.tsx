import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { expect, test, vi } from 'vitest';
import { compileMail } from './compile-mail.tsx';
import { Action, MailLayout, Soft, Words } from './layout.tsx';

const body = vi.fn(({ name, link }: { name: string; link: string }) => (
  <MailLayout title={`For ${name}`} footer={<Soft>Bye, {name}.</Soft>}>
    <Words>Dear {name},</Words>
    <Action href={link} label="Open" />
  </MailLayout>
));
const template = compileMail({
  values: ['name', 'link'],
  subject: ({ name }) => `For ${name}`,
  Body: body,
});
const link = 'https://example.org/received/abc?x=1&y=2';

test('values stand in subject, text and HTML, and no mark is left', async () => {
  const mail = await template({ name: 'Maya', link });
  expect(mail.subject).toBe('For Maya');
  expect(mail.text).toContain('Dear Maya,');
  expect(mail.text).toContain(`Open\n\n${link}\n`);
  expect(mail.text).toContain('Bye, Maya.');
  expect(mail.html).toContain('Dear Maya,');
  expect(mail.html).toContain(`href="https://example.org/received/abc?x=1&amp;y=2"`);
  expect(`${mail.subject}${mail.text}${mail.html}`).not.toContain('_value_');
});

test('the same values twice make the same mail, rendered once', async () => {
  const first = await template({ name: 'Maya', link });
  const renderings = body.mock.calls.length;
  expect(await template({ name: 'Maya', link })).toEqual(first);
  expect(await template({ name: 'Jonas', link })).not.toEqual(first);
  expect(body.mock.calls.length).toBe(renderings);
});

test('security 59: what a person typed is text in the HTML, never markup', async () => {
  const name = `<script>alert(1)</script>"><img src=x onerror='x'>&amp;`;
  const { html, text } = await template({ name, link });
  expect(html).not.toContain('<script>');
  expect(html).not.toContain('<img');
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&gt;&lt;img');
  expect(html).toContain('&amp;amp;');
  expect(text).toContain(`Dear ${name},`);
});

test('a value that looks like a mark is not filled in again', async () => {
  const { text } = await template({ name: '_value_link_', link });
  expect(text).toContain('Dear _value_link_,');
});

test('a value with line breaks becomes one line', async () => {
  const { subject, text } = await template({ name: 'Maya\r\nBcc: thief@example.com', link });
  expect(subject).toBe('For Maya Bcc: thief@example.com');
  expect(text).toContain('Dear Maya Bcc: thief@example.com,');
});

test('the HTML is ASCII, the text is not: both say the same', async () => {
  const { html, text } = await template({ name: 'Zoë 🧵 李', link });
  expect(html).toMatch(/^[\0-\x7f]*$/);
  expect(html).toContain('Zo&#235; &#129525; &#26446;');
  expect(text).toContain('Dear Zoë 🧵 李,');
});

test('nothing in the HTML is fetched: no image, no style sheet, no font, no script', async () => {
  const { html } = await template({ name: 'Maya', link });
  expect(html).not.toMatch(/<(img|script|link|iframe|object)\b|url\(|@import|@font-face/i);
});

test('light and dark are both declared', async () => {
  const { html } = await template({ name: 'Maya', link });
  expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
  expect(html).toContain('prefers-color-scheme: dark');
});

test('any text survives as it is, apart from white space', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (name) => {
      const line = name.replace(/[\s\p{Cc}]+/gu, ' ').trim();
      const { subject, html } = await template({ name, link });
      expect(subject).toBe(`For ${line}`);
      const { html: read } = await PostalMime.parse(`Content-Type: text/html\r\n\r\n${html}`);
      const shown = /<title>(.*?)<\/title>/s.exec(read ?? '')?.[1];
      expect(readEntities(shown ?? '')).toBe(`For ${line.toWellFormed()}`);
    }),
  );
});

function readEntities(html: string): string {
  const names: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' };
  return html.replace(/&(?:#(\d+)|(\w+));/g, (_all, code: string | undefined, name: string | undefined) =>
    code ? String.fromCodePoint(Number(code)) : (names[name ?? ''] ?? ''),
  );
}
