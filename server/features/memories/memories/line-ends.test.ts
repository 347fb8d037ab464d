import { expect, test } from 'vitest';
import { letterMaxCharacters } from '../../../../shared/memories/memories.ts';
import { startTestApp } from '../../../../test/app.ts';
import { createLetter, createPerson } from '../../../../test/factories.ts';

const site = await startTestApp();

/** As a browser sends the text of a form: each line end becomes two characters on the way. */
function asSent(text: string): string {
  return text.replaceAll('\n', '\r\n');
}

test('a letter is kept with the line ends its author typed', async () => {
  const ruth = await createPerson(site);
  const letter = await createLetter(ruth, { content: asSent('Dear Maya,\n\nEat something first.\n') });
  expect(letter.content).toBe('Dear Maya,\n\nEat something first.\n');
});

test('a letter of as many characters as are allowed is taken, however many lines it has', async () => {
  const ruth = await createPerson(site);
  const longest = 'a line of it\n'.repeat(letterMaxCharacters).slice(0, letterMaxCharacters);
  const letter = await createLetter(ruth, { content: asSent(longest) });
  expect(letter.content).toBe(longest);
});
