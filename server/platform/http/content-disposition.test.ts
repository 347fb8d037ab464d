import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentDisposition, safeFileName } from './content-disposition.ts';

test.each([
  ['../../etc/passwd', 'etc passwd'],
  ['C:\\photos\\maya.jpg', 'C photos maya.jpg'],
  ['a\r\nSet-Cookie: x=1.jpg', 'a Set-Cookie x=1.jpg'],
  ['cat\u202Egpj.exe', 'cat gpj.exe'],
  ['say "cheese".png', 'say cheese .png'],
  ['nul\u0000byte.gif', 'nul byte.gif'],
  ['.hidden', 'hidden'],
  ['half \ud800.png', 'half .png'],
  ['   ', 'file'],
  ['', 'file'],
  ['Großmutters Café — 90 Jahre 🎂.mp4', 'Großmutters Café — 90 Jahre 🎂.mp4'],
])('the name %j becomes %j', (given, expected) => {
  expect(safeFileName(given)).toBe(expected);
});

test('a long name keeps its extension', () => {
  const name = safeFileName(`${'é'.repeat(300)}.jpeg`);
  expect([...name]).toHaveLength(150);
  expect(name).toMatch(/é\.jpeg$/);
});

test('the header carries an ASCII name and the full one', () => {
  expect(contentDisposition('attachment', "Maya's 50% café; (1).mp4")).toBe(
    `attachment; filename="Maya's 50_ caf__ (1).mp4"; filename*=UTF-8''Maya%27s%2050%25%20caf%C3%A9%3B%20%281%29.mp4`,
  );
});

test('security 43: for any name, the header is a single ASCII line with nothing after the names', () => {
  const form = /^inline; filename="[ !#-[\]-~]+"; filename\*=UTF-8''[\w%.!~-]+$/;
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => form.test(contentDisposition('inline', name))),
  );
});
