import { expect, test } from 'vitest';
import { letterMaxCharacters } from '../../../../shared/memories/memories.ts';
import { startTestApp } from '../../../../test/app.ts';
import { createLetter, createPerson } from '../../../../test/factories.ts';

const testApp = await startTestApp();

/** Sends the text as a browser submits a form, with two characters for each line end. */
function asSent(text: string): string {
  return text.replaceAll('\n', '\r\n');
}

test('a letter is stored with the line ends its author typed', async () => {
  const ruth = await createPerson(testApp);
  const letter = await createLetter(ruth, { content: asSent('Dear Maya,\n\nEat something first.\n') });
  expect(letter.content).toBe('Dear Maya,\n\nEat something first.\n');
});

test('a letter of maximum length is accepted, however many lines it has', async () => {
  const ruth = await createPerson(testApp);
  const longest = 'a line of it\n'.repeat(letterMaxCharacters).slice(0, letterMaxCharacters);
  const letter = await createLetter(ruth, { content: asSent(longest) });
  expect(letter.content).toBe(longest);
});
