import { describe, expect, test } from 'vitest';
import { isGuessable } from './guessable-passwords.ts';

const ruth = { firstName: 'Ruth', lastName: 'Álvarez', email: 'ruthie.48@lighthouse-mail.example' };

describe('guessable', () => {
  test.each([
    ['Password1!', 'the word itself'],
    ['P@ssw0rd2024!', 'the word with stand-ins and a year'],
    ['Password-8374', 'a word and four digits'],
    ['Qwerty123!', 'keys in a row'],
    ['Aaaaaaa1!', 'one letter again and again'],
    ['1qaz@WSX', 'keys in columns'],
    ['Abcd1234!', 'the alphabet'],
    ['Summer2026!', 'a season'],
    ['Iloveyou!!1', 'a sentence of lists'],
    ['Golden-Thread1', 'a plan of ours'],
    ['FirstEcho#1', 'a plan of ours'],
    ['EternalLight9!', 'a plan of ours'],
    ['Long-After-2026', 'our own name'],
    ['Memories-4ever!', 'what is kept here'],
    ['Ruth-Alvarez1', 'the own names'],
    ['Alvarez1!', 'the own name alone'],
    ['Ruthie.48!x', 'the name of the mailbox'],
    ['Lighthouse-Mail1!', 'the host of the mailbox'],
  ])('%s: %s', (password) => {
    expect(isGuessable(password, ruth)).toBe(true);
  });
});

describe('not guessable', () => {
  test.each([
    ['Quiet-Harbour-1994', 'two words from no list'],
    ['Xk9$mQ2!vb', 'chance'],
    ['Golden-Letter-Memory-Light-1', 'four common words in a row'],
    ['Password-for-my-kite-3', 'a sentence that starts with the word'],
    ['Жёлтый-зонтик7А', 'another alphabet'],
    ['Tr0ubadour&3', 'an uncommon word'],
  ])('%s: %s', (password) => {
    expect(isGuessable(password, ruth)).toBe(false);
  });

  test('an own name of two letters does not make every password guessable', () => {
    expect(isGuessable('Vk-x-w-Li-9-q', { firstName: 'Li', lastName: 'Wu', email: 'a@b.example' })).toBe(
      false,
    );
  });

  test('128 characters are looked through at once', () => {
    const long = 'Memory'.repeat(22).slice(0, 126);
    const start = performance.now();
    expect(isGuessable(`${long}1!`, ruth)).toBe(false);
    expect(performance.now() - start).toBeLessThan(500);
  });
});
