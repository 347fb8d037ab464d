/** Estimates in a separate thread how many guesses a password withstands. */
import { ZxcvbnFactory, type ZxcvbnResult } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { planKeys, plans } from '../../../../../shared/plans.ts';
import { answerQuestions } from '../../../../platform/thread.ts';
import type { OwnWords, PasswordQuestion, Weakness } from './guessable-passwords.ts';

/** The estimate for eight entirely random characters, so that those are always allowed. */
const enoughGuesses = 1e8;
const guessesOfOneSign = 10;
/** The time for an estimate grows faster than the length of the text. */
const readCharacters = 32;
const ownWordLength = 3;

const productWords = [
  'Long After',
  ...planKeys.map((key) => plans[key].name),
  'memory',
  'memories',
  'legacy',
];

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: 2 * readCharacters });

answerQuestions(({ password, own }: PasswordQuestion): Weakness | null => {
  const words = wordsOf(own);
  const characters = [...fold(password)];
  const start = judge(characters.slice(0, readCharacters), words);
  // A weak beginning does not matter if a strong end follows.
  const isLonger = characters.length > readCharacters;
  return start && isLonger && judge(characters.slice(-readCharacters), words) === null ? null : start;
});

/** Removes the accents of Latin letters, which guessers leave out first; keeps other scripts unchanged. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/(?<=\p{Script=Latin}\p{M}*)\p{M}/gu, '')
    .normalize('NFC');
}

function wordsOf({ firstName, lastName, email }: OwnWords): string[] {
  const [mailbox = '', host = ''] = email.split('@');
  const texts = [firstName, lastName, mailbox, host, firstName + lastName, lastName + firstName];
  const parts = texts.flatMap((text) => [text, ...text.split(/[^\p{L}\p{M}]+/u)]);
  const words = [...parts, ...host.split('.').slice(0, 1), ...productWords];
  const plain = words.map((word) => withoutSigns(fold(word).toLowerCase()));
  return [...new Set(plain)].filter((word) => word.length >= ownWordLength);
}

/** Judges the password as it is and without its punctuation, which guessers put anywhere: "Golden-Thread" is "goldenthread". */
function judge(characters: string[], words: string[]): Weakness | null {
  const text = characters.join('');
  const plain = withoutSigns(text);
  const signs = characters.length - [...plain].length;
  const asItStands = estimator.check(text, words);
  const spelledOut = estimator.check(plain, words);
  if (spelledOut.guesses * guessesOfOneSign ** signs < enoughGuesses) return weaknessOf(spelledOut);
  return asItStands.guesses < enoughGuesses ? weaknessOf(asItStands) : null;
}

function withoutSigns(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '');
}

function weaknessOf({ sequence }: ZxcvbnResult): Weakness {
  if (sequence.some(({ dictionaryName }) => dictionaryName === 'userInputs')) return 'own words';
  const patterns = new Set(sequence.map(({ pattern }) => pattern));
  if (patterns.has('repeat')) return 'repeated';
  return patterns.has('spatial') || patterns.has('sequence') ? 'row of keys' : 'common';
}
