import { expect, test } from 'vitest';
import { reviewWords } from './review-words.ts';

const deathReports = { approvers: 2, reviewHours: 48, objectionHours: 72, addressChangeHours: 48 };

test('what is said of a review is what the settings say', () => {
  expect(reviewWords({ deathReports })).toEqual({
    within: 'Within two working days of the proof',
    by: 'Two of us open every proof that was sent, and both must agree.',
    thenAtLeast: 'Then at least three days',
  });
  expect(
    reviewWords({ deathReports: { ...deathReports, approvers: 1, reviewHours: 36, objectionHours: 24 } }),
  ).toEqual({
    within: 'Within 36 hours of the proof, weekends aside',
    by: 'One of us opens every proof that was sent, and decides.',
    thenAtLeast: 'Then at least one day',
  });
  expect(
    reviewWords({ deathReports: { ...deathReports, approvers: 3, reviewHours: 24, objectionHours: 720 } }),
  ).toEqual({
    within: 'Within one working day of the proof',
    by: 'Three of us open every proof that was sent, and all of them must agree.',
    thenAtLeast: 'Then at least 30 days',
  });
});
