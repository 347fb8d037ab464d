import { describe, expect, test } from 'vitest';
import { findWeakness } from './guessable-passwords.ts';

const ruth = { firstName: 'Ruth', lastName: 'Álvarez', email: 'ruthie.48@lighthouse-mail.example' };

describe('security 2: guessable', () => {
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
    ['Pässwörd1!', 'the word itself with accents'],
    ['Aa1!Aa1!', 'one piece twice'],
    [`${'Memory'.repeat(21)}1!`, 'one word again and again'],
    [`aA1!${'\u2057'.repeat(124)}`, 'one sign again and again, which stands for four'],
  ])('%s: %s', async (password) => {
    expect(await findWeakness({ password, own: ruth })).not.toBeNull();
  });

  test.each([
    ['Ruth-Alvarez1', 'own words'],
    ['Golden-Thread1', 'own words'],
    ['Zz9!Zz9!Zz9!', 'repeated'],
    ['Qwertz123!', 'row of keys'],
    ['Password1!', 'common'],
  ])('%s: %s', async (password, weakness) => {
    expect(await findWeakness({ password, own: ruth })).toBe(weakness);
  });
});

describe('not guessable', () => {
  test.each([
    ['Quiet-Harbour-1994', 'two uncommon words'],
    ['Xk9$mQ2!vb', 'chance'],
    ['Vk-x9w!7', 'chance of the shortest length'],
    ['Golden-Letter-Memory-Light-1', 'four common words in a row'],
    ['Password-for-my-kite-3', 'a sentence that starts with the word'],
    ['Жёлтый-зонтик7А', 'another alphabet'],
    ['我的祖母每天都在花园里喝茶Aa1!', 'a sentence in Chinese'],
    ['Tr0ubadour&3', 'an uncommon word'],
    [`${'ha '.repeat(12)}said 3 Otters by the lighthouse!`, 'a weak beginning with a strong end'],
    ['Nine Otters carried 7 lanterns, '.repeat(4), '128 characters'],
  ])('%s: %s', async (password) => {
    expect(await findWeakness({ password, own: ruth })).toBeNull();
  });

  test('an own name of two letters does not make every password guessable', async () => {
    const own = { firstName: 'Li', lastName: 'Wu', email: 'a@b.example' };
    expect(await findWeakness({ password: 'Vk-x-w-Li-9-q', own })).toBeNull();
  });

  test.each(['\u2057', '\ufdfa', '@4301!5$7+', '13.12.1994', 'qwertyuiop'])(
    'other requests go on while 128 characters of %s are looked through',
    async (piece) => {
      let turns = 0;
      const turn = () => {
        turns++;
        next = setImmediate(turn);
      };
      let next = setImmediate(turn);
      // An answer may be there before this thread has had a turn. Had it been computed on this one, there would never be a turn.
      for (let asked = 0; turns === 0 && asked < 50; asked++)
        await findWeakness({ password: `aA1!${piece.repeat(128)}`.slice(0, 128), own: ruth });
      clearImmediate(next);
      expect(turns).toBeGreaterThan(0);
    },
  );
});
