import { expect, test } from 'vitest';
import { compileLetter } from './compile-letter.tsx';

test('a letter is a table of texts: their values stand where they are named, bold and soft ones included', async () => {
  const letter = compileLetter({
    subject: 'About {name}',
    dear: '{reader}',
    text: ['**Today** {name} wrote:', '> {note}'],
    lists: ['note'],
    action: { label: 'Read it' },
    footer: 'You get this because of {name}.',
  });
  const { subject, text, html } = await letter({
    ...{ name: 'Ada <3', reader: 'Ben', note: 'one\ntwo', link: 'https://example.com/x' },
  });
  expect(subject).toBe('About Ada <3');
  expect(text).toMatch(/Dear Ben,\s+Today Ada <3 wrote:\s+one\ntwo\s+Read it\s+https:\/\/example\.com\/x/);
  expect(html).toContain('<strong>Today</strong> Ada &lt;3 wrote:');
  expect(html).toContain('You get this because of Ada &lt;3.');
});
