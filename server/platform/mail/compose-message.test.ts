import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { composeMessage } from './compose-message.ts';
import type { OutgoingMail } from './mail.ts';

const sender = { name: 'Post', address: 'post@example.org' };
const mail: OutgoingMail = {
  messageId: 'delivery.1@example.org',
  to: 'maya@example.net',
  subject: 'Ada left something for you',
  text: 'It waits.',
  html: '<p>It waits.</p>',
};

function compose(part: Partial<OutgoingMail>, onRead = () => {}): Promise<Buffer> {
  return buffer(
    composeMessage({ ...mail, ...part }, { sender, onRead, onRefused: () => {} }).createReadStream(),
  );
}

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 400 }),
  fc
    .array(fc.constantFrom('=', '.', ' ', '\t', '\n', '\r', '\r\n', '--', 'From ', 'ü', '🧵', '<p>', 'word'))
    .map((pieces) => pieces.join('')),
);

test('any text and HTML arrive as they are, in short lines of ASCII', async () => {
  await fc.assert(
    fc.asyncProperty(anyText, anyText, async (text, html) => {
      const raw = await compose({ text, html });
      expect(raw.toString('latin1')).toMatch(/^(?:[\t\x20-\x7e]{0,78}\r\n)*$/);
      const read = await PostalMime.parse(raw);
      expect(asSent(read.text)).toBe(asSent(text));
      expect(asSent(read.html)).toBe(asSent(html));
    }),
  );
});

/** Normalises line ends, and ignores a last empty line. */
function asSent(text = ''): string {
  return text.toWellFormed().replaceAll(/\r\n?/g, '\n').replace(/\n+$/, '');
}

test('its end is reported once it was read, and it can be read again for another connection', async () => {
  let reads = 0;
  const onRead = () => {
    reads += 1;
  };
  const message = composeMessage(
    { ...mail, text: 'Long. '.repeat(20_000) },
    { sender, onRead, onRefused: () => {} },
  );
  const first = await buffer(message.createReadStream());
  expect(reads).toBe(1);
  expect(await buffer(message.createReadStream())).toEqual(first);
});
