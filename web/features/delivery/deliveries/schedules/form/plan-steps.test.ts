import { describe, expect, test } from 'vitest';
import { emptyPlan } from './delivery-plan.ts';
import { errorsOfStep, firstStepOf } from './plan-steps.tsx';

const begun = emptyPlan('America/New_York', 'letter');

describe('the step at which a phone begins', () => {
  test.each([
    ['nothing is chosen', emptyPlan('America/New_York', null), false, 1],
    ['the memory is chosen', begun, false, 2],
    ['the day is chosen too', { ...begun, date: '2031-05-04' }, false, 3],
    [
      'it is for after a death, which needs no day',
      { ...begun, deliveryType: 'on_death' as const },
      false,
      3,
    ],
    ['a delivery is changed', { ...begun, date: '2031-05-04', recipientIds: ['maya'] }, true, 2],
  ])('%s', (_what, plan, isChange, step) => {
    expect(firstStepOf(plan, isChange)).toBe(step);
  });
});

test('each step is held back by its own errors only', () => {
  const errors = { memory: 'memory', date: 'date', time: 'time', days: 'days', recipients: 'recipients' };
  expect(errorsOfStep(1, errors)).toEqual({ memory: 'memory' });
  expect(errorsOfStep(2, errors)).toEqual({ date: 'date', time: 'time', days: 'days' });
  expect(errorsOfStep(3, errors)).toEqual({ recipients: 'recipients' });
  expect(errorsOfStep(4, errors)).toEqual({});
});
