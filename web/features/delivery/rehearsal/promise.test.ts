import { expect, test } from 'vitest';
import type { Rehearsal, RehearsalGap } from '../../../../shared/delivery/rehearsal.ts';
import { describePromise } from './promise.tsx';

const kept = { files: 41, bytes: 2_100_000_000, whole: 41, checkedAt: null };
const arrears: RehearsalGap = {
  ...{
    kind: 'arrears',
    people: [],
    things: [],
    thingCount: 0,
    count: 1,
    due: null,
    amount: 20,
    href: '/settings',
  },
};
const one: Rehearsal['sums'] = {
  ...{ deliveries: 1, people: 1, years: { first: 2031, last: 2031 } },
  ...{ afterGuarantee: 0, afterDeath: 0 },
};
const facts = (
  sums: Partial<Rehearsal['sums']> = {},
  plan: Rehearsal['guarantee']['plan'] = 'basic',
  gaps: RehearsalGap[] = [],
) => ({
  ...{ sums: { ...one, ...sums }, gaps, timezone: 'America/New_York' },
  guarantee: { plan, years: plan === 'free' ? 1 : 10, until: plan === 'free' ? '2032-03-06' : '2041-03-06' },
});

test('what is owed, what is kept, and until when a plan answers for it', () => {
  expect(describePromise(facts({ deliveries: 4, years: { first: 2031, last: 2061 } }), kept)).toBe(
    'We owe you four deliveries; if you died today, the last would come in 2061. Your 41 files, 2.1 GB, are kept and whole. Golden Thread guarantees delivery for ten years after your death, until 6 March 2041.',
  );
});

test('nothing is said that is not so: no file, a damaged one, the free plan, one that is not paid', () => {
  expect(describePromise(facts({}, 'free'), undefined)).toBe(
    'We owe you one delivery; if you died today, it would come in 2031. First Echo guarantees delivery for one year after your death, until 6 March 2032.',
  );
  expect(describePromise(facts(), { ...kept, files: 0, whole: 0 })).toMatch(/in 2031\. Golden/);
  expect(describePromise(facts(), { ...kept, whole: 40 })).toMatch(
    /40 of 41 files are whole\. One is missing/,
  );
  expect(describePromise(facts({}, 'free', [arrears]), undefined)).toMatch(
    /in 2031\. Your plan has not been paid: what falls due waits until it is\.$/,
  );
  expect(describePromise(facts({ afterGuarantee: 1 }), undefined)).toMatch(/One of them comes later\.$/);
});
