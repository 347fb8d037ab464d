import { commonWords } from './common-words.ts';

/**
 * A password is guessable when little remains after removing one or two common words or own names, years and keyboard
 * runs: "Password1!" is; four words in a row are not, however common each is.
 */

export interface OwnWords {
  firstName: string;
  lastName: string;
  email: string;
}

const wordsAtMost = 2;
/** What a character outside of words, years and runs adds. Digits and signs add less: guessers vary them first. */
const scores = { letter: 1, digit: 0.5, sign: 0.25 } as const;
const highestGuessableScore = 2.5;
const runLength = 3;
const ownWordLength = 3;

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
];
const columns = ['1qaz2wsx3edc4rfv5tgb6yhn7ujm', '!@#$%^&*()'];
const runs = [...rows, ...columns].flatMap((run) => [run, [...run].reverse().join('')]);

const standIns: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '|': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
  '+': 't',
};

export function isGuessable(password: string, own: OwnWords): boolean {
  const plain = fold(password);
  const words = [...commonWords, ...ownWords(own)];
  return lowestScore(plain, spellOut(plain), words) <= highestGuessableScore;
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** "p@ssw0rd" becomes "password", character by character. */
function spellOut(text: string): string {
  return text.replace(/[@431!|0$57+]/g, (sign) => standIns[sign] ?? sign);
}

function ownWords({ firstName, lastName, email }: OwnWords): string[] {
  const [name = '', domain = ''] = email.split('@');
  const parts = [firstName, lastName, name, domain].flatMap((text) => [
    text,
    ...text.split(/[^\p{L}\p{M}]+/u),
  ]);
  return [...new Set(parts.map((part) => spellOut(fold(part))))].filter(
    (part) => part.length >= ownWordLength,
  );
}

/** The lowest score over all ways to split the password into pieces with at most two words. */
function lowestScore(plain: string, spelled: string, words: readonly string[]): number {
  // best[w][i]: the lowest score of the first i characters with w words in them.
  const best = Array.from({ length: wordsAtMost + 1 }, () =>
    new Array<number>(plain.length + 1).fill(Infinity),
  );
  const offer = (used: number, end: number, score: number) => {
    const row = best[used];
    if (row) row[end] = Math.min(row[end] ?? Infinity, score);
  };
  offer(0, 0, 0);
  for (let at = 0; at < plain.length; at++) {
    const found = words.filter((word) => spelled.startsWith(word, at));
    for (let used = 0; used <= wordsAtMost; used++) {
      const score = best[used]?.[at] ?? Infinity;
      if (score === Infinity) continue;
      offer(used, at + 1, score + scores[kindOf(plain.charAt(at))]);
      for (const word of found) offer(used + 1, at + word.length, score);
      for (let end = at + runLength; end <= at + patternLength(plain, at); end++) offer(used, end, score);
    }
  }
  return Math.min(...best.map((row) => row[plain.length] ?? Infinity));
}

function kindOf(character: string): keyof typeof scores {
  if (/\p{L}/u.test(character)) return 'letter';
  return /\p{N}/u.test(character) ? 'digit' : 'sign';
}

/** How many characters from `at` on are a year, one repeated character, or neighbours on the keyboard. */
function patternLength(text: string, at: number): number {
  const rest = text.slice(at);
  const year = /^(19|20)\d\d/.test(rest) ? 4 : 0;
  const repeated = /^(.)\1*/su.exec(rest)?.[0].length ?? 0;
  let run = 0;
  while (run < rest.length && runs.some((keys) => keys.includes(rest.slice(0, run + 1)))) run++;
  return Math.max(year, repeated, run);
}
