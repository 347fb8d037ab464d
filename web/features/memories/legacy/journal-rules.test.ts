import { describe, expect, test } from 'vitest';
import type { LegacyAnswer } from '../../../../shared/memories/legacy.ts';
import { firstUnanswered, parseQuestion, percentAnswered, questionAfterKey } from './journal-rules.ts';

const answers = (...indexes: number[]): LegacyAnswer[] =>
  indexes.map((questionIndex) => ({
    id: String(questionIndex),
    questionIndex,
    question: 'Where?',
    answer: 'There.',
    letterId: null,
    version: 1,
    createdAt: '2030-01-01T00:00:00Z',
    updatedAt: '2030-01-01T00:00:00Z',
  }));

test.each([
  ['1', 0],
  ['50', 49],
  ['0', null],
  ['51', null],
  ['1.5', null],
  ['', null],
  ['one', null],
  [null, null],
])('the address ?question=%s asks for %s', (number, index) => {
  expect(parseQuestion(number)).toBe(index);
});

describe('where the journal opens', () => {
  test.each([
    ['nothing is answered', answers(), 0],
    ['the first are answered', answers(0, 1, 2), 3],
    ['one was left out', answers(0, 2, 3), 1],
    ['all are answered', answers(...Array.from({ length: 50 }, (_, index) => index)), 0],
  ])('%s', (_case, given, index) => {
    expect(firstUnanswered(given)).toBe(index);
  });
});

test.each([
  [0, 0],
  [1, 2],
  [12, 24],
  [49, 98],
  [50, 100],
])('%i answers are %i percent', (count, percent) => {
  expect(percentAnswered(count)).toBe(percent);
});

test.each([
  ['ArrowRight', 0, 1],
  ['ArrowDown', 6, 7],
  ['ArrowLeft', 1, 0],
  ['ArrowUp', 0, 0],
  ['ArrowRight', 49, 49],
  ['Home', 30, 0],
  ['End', 30, 49],
  ['Enter', 30, null],
  ['a', 30, null],
])('%s at %i leads to %s', (key, index, target) => {
  expect(questionAfterKey(key, index)).toBe(target);
});
