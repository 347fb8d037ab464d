import { expect, test } from 'vitest';
import { basedOn, parseAnswer } from './answer-values.ts';

const inBook = { answer: 'Bread and rain.', version: '2' };

test.each([
  ['one begun from an older version stays so', { answer: 'The iron.', version: '1' }, '1'],
  ['one from before there were versions goes on from the present one', { answer: 'The iron.' }, '2'],
  ['one that says the same does not count', { answer: 'Bread and rain.', version: '1' }, '2'],
])('of the drafts of an answer, %s', (_, stored, version) => {
  expect(basedOn(inBook, parseAnswer(stored))).toEqual({ answer: stored.answer, version });
});

test.each([null, 'Bread', {}, { answer: 7 }, { answer: 'Bread', version: 2 }])('%j is no draft', (stored) => {
  expect(basedOn(inBook, parseAnswer(stored))).toBeNull();
});
