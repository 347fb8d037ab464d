import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeSchedule } from '../../../../../../test/schedules.ts';
import { emptyPlan, planOf } from './delivery-plan.ts';
import { fromDraft, parseDraft, planDraftKind, readUndone, toDraft, undoneState } from './plan-draft.ts';

const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const day = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));
const anyPlan = fc.record({
  memoryId: orNull(fc.uuid()),
  deliveryType: fc.constantFrom('scheduled' as const, 'on_death' as const),
  date: orNull(day),
  time: fc.constantFrom('', '00:00', '12:00', '23:59'),
  notBefore: orNull(day),
  releaseDays: fc.constantFrom('0', '30', ''),
  timeZone: fc.constantFrom('America/New_York', 'Asia/Calcutta', 'UTC'),
  deliveryMethod: fc.constantFrom('digital' as const, 'physical' as const),
  version: fc.constantFrom('', '3'),
  recipientIds: orNull(fc.array(fc.uuid())),
});

describe('the draft of a schedule', () => {
  test('holds all that was chosen, also that everybody was unticked, and comes back as it was', () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        const stored: unknown = JSON.parse(JSON.stringify(toDraft(plan)));
        const draft = parseDraft(stored);
        expect(draft && fromDraft(draft)).toEqual(plan);
      }),
    );
  });

  test('does not depend on the order in which the server answers the fields', () => {
    const draft = toDraft(emptyPlan('UTC', 'memory'));
    const turned = Object.fromEntries(Object.entries(draft).reverse());
    expect(JSON.stringify(parseDraft(turned))).toBe(JSON.stringify(draft));
  });

  test('that is older than the days after a death is for at once', () => {
    const { releaseDays: _unknown, ...older } = toDraft(emptyPlan('UTC', 'memory'));
    const draft = parseDraft(older);
    expect(draft && fromDraft(draft)).toEqual(emptyPlan('UTC', 'memory'));
  });

  test.each([
    ['nothing', null],
    ['a text', 'Dear Maya'],
    ['fields of something else', { title: 'For your thirtieth' }],
    ['a day that is none', { ...toDraft(emptyPlan('UTC', null)), date: '2031-02-30' }],
    ['a time that is none', { ...toDraft(emptyPlan('UTC', null)), time: 'noon' }],
    ['a zone that this browser does not know', toDraft(emptyPlan('Mars/Olympus', null))],
  ])('is dropped when it is %s', (_what, stored) => {
    expect(parseDraft(stored)).toBeNull();
  });

  test('of a change is kept apart from that of a new delivery', () => {
    expect(planDraftKind(null)).toBe('schedule');
    expect(planDraftKind('one')).toBe('schedule:one');
  });
});

test.each([
  [
    'its time, its zone and that it goes by post',
    { localTime: '09:30:00', timezone: 'Asia/Kathmandu', deliveryMethod: 'physical' },
  ],
  ['that it is for some days after the death', { deliveryType: 'on_death', releaseDays: 30 }],
] as const)('what was undone is asked for again as it was: %s', (_what, chosen) => {
  const schedule = makeSchedule(chosen);
  const nowMs = Date.parse(schedule.createdAt);
  const state: unknown = structuredClone(undoneState(schedule, nowMs));
  expect(readUndone(state)).toEqual({ ...planOf(schedule, nowMs), version: '' });
});

test.each([[null], [{ isSwitched: true }], [{ undone: 'all' }]])('nothing was undone in %o', (state) =>
  expect(readUndone(state)).toBeNull(),
);
