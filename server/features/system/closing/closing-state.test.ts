import { describe, expect, test } from 'vitest';
import { type ClosingAct, closingStateOf, requireClosingAct } from './closing-state.ts';

const lastDay = '2032-01-31';
const announced = { lastDay, closedAt: null };
const closed = { lastDay, closedAt: new Date('2032-02-01T09:00:00Z') };

describe.each([
  ['open', undefined, '2031-01-01', ['announce']],
  ['announced', announced, '2032-01-30', ['withdraw']],
  ['last-day', announced, '2032-01-31', ['withdraw', 'close']],
  ['last-day', announced, '2032-03-01', ['withdraw', 'close']],
  ['closed', closed, '2032-03-01', []],
] as const)('%s', (state, closing, today, possible) => {
  test(`is what it is on ${today}`, () => expect(closingStateOf(closing, today)).toBe(state));

  test.each(['announce', 'withdraw', 'close'] satisfies ClosingAct[])('%s', (act) => {
    const attempt = () => requireClosingAct(act, closing, today);
    if ((possible as readonly string[]).includes(act)) expect(attempt).not.toThrow();
    else expect(attempt).toThrow(/closed?|end has been announced/);
  });
});
