import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeSchedule } from '../../../../../../test/schedules.ts';
import { todayIn, toWallClock } from '../../../../../lib/dates.ts';
import {
  emptyPlan,
  findPastErrors,
  findPlanErrors,
  instantOf,
  planOf,
  toScheduleForm,
} from './delivery-plan.ts';

const nowMs = Date.parse('2026-10-12T15:00:00Z');
const eastern = 'America/New_York';
const empty = { ...emptyPlan(eastern, null), recipientIds: [] };
const whole = { ...emptyPlan(eastern, 'memory'), date: '2031-05-04', recipientIds: ['maya'] };

const schedule = makeSchedule();

describe('errors', () => {
  test('an empty plan lacks memory, date and people', () => {
    expect(findPlanErrors(empty, nowMs)).toEqual({
      memory: 'Please select both a memory and a date',
      date: 'Please select both a memory and a date',
      recipients: 'Please select at least one recipient',
    });
  });

  test('a complete plan has none', () => {
    expect(findPlanErrors(whole, nowMs)).toEqual({});
  });

  test('a delivery on a date needs a time, one after a death does not', () => {
    expect(findPlanErrors({ ...whole, time: '' }, nowMs)).toEqual({ time: 'Delivery time is required' });
    expect(findPlanErrors({ ...whole, time: '', deliveryType: 'on_death' }, nowMs)).toEqual({});
  });

  test.each([
    ['0', {}],
    ['30', {}],
    ['3650', {}],
    ['', { days: 'Please give a whole number of days, from 0 to 3650' }],
    ['3651', { days: 'Please give a whole number of days, from 0 to 3650' }],
    ['-3', { days: 'Please give a whole number of days, from 0 to 3650' }],
    ['1.5', { days: 'Please give a whole number of days, from 0 to 3650' }],
    ['ten', { days: 'Please give a whole number of days, from 0 to 3650' }],
  ])('“%s” days after a death', (releaseDays, errors) => {
    expect(findPlanErrors({ ...whole, deliveryType: 'on_death', releaseDays }, nowMs)).toEqual(errors);
    expect(findPlanErrors({ ...whole, releaseDays }, nowMs)).toEqual({});
  });

  test('two minutes ahead is possible, the current minute is not', () => {
    const today = { ...whole, date: '2026-10-12' };
    expect(findPlanErrors({ ...today, time: '11:02' }, nowMs)).toEqual({});
    expect(findPlanErrors({ ...today, time: '11:00' }, nowMs)).toEqual({
      time: '11:00 has passed today: it is 11:00 Eastern. Please choose a later time or another day.',
    });
  });

  test('a time that has passed today is known at once, in the zone of the schedule, not of the device', () => {
    const noon = { ...whole, date: '2026-10-12' };
    expect(findPastErrors(noon, nowMs)).toEqual({});
    expect(findPastErrors({ ...noon, timeZone: 'Europe/Berlin' }, nowMs)).toEqual({
      time: '12:00 has passed today: it is 17:00 Berlin. Please choose a later time or another day.',
    });
    expect(findPastErrors({ ...noon, timeZone: 'Pacific/Auckland' }, nowMs)).toEqual({
      date: 'This day has passed. Please choose another.',
    });
    expect(findPastErrors({ ...noon, date: '2020-01-01', deliveryType: 'on_death' }, nowMs)).toEqual({});
  });

  test('what counts as past is what the server would refuse, in every zone around midnight', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    const anyMinute = fc.date({
      min: new Date('2026-01-01'),
      max: new Date('2046-12-31'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        anyMinute,
        fc.integer({ min: -36, max: 36 }),
        (zone, now, hours) => {
          const wall = toWallClock(new Date(now.getTime() + hours * 3_600_000).toISOString(), zone);
          const plan = { ...whole, date: wall.date, time: wall.time, timeZone: zone };
          const isPast = Object.keys(findPastErrors(plan, now.getTime())).length > 0;
          expect(isPast).toBe(Date.parse(instantOf(plan, now.getTime()) ?? '') <= now.getTime());
          const today = todayIn(zone, now.getTime()).toString();
          if (wall.date !== today) expect(isPast).toBe(wall.date < today);
        },
      ),
    );
  });
});

describe('the instant', () => {
  test('comes from day, time and zone', () => {
    expect(instantOf(whole, nowMs)).toBe('2031-05-04T16:00:00.000Z');
    expect(instantOf({ ...whole, timeZone: 'Pacific/Honolulu' }, nowMs)).toBe('2031-05-04T22:00:00.000Z');
  });

  test('after a death: noon of today in the zone, or of the earliest day', () => {
    const onDeath = { ...whole, deliveryType: 'on_death', time: '08:00' } as const;
    expect(instantOf(onDeath, nowMs)).toBe('2026-10-12T16:00:00.000Z');
    expect(instantOf({ ...onDeath, notBefore: '2031-05-04' }, nowMs)).toBe('2031-05-04T16:00:00.000Z');
    expect(instantOf({ ...onDeath, notBefore: '2026-10-01' }, nowMs)).toBe('2026-10-12T16:00:00.000Z');
  });

  test('is sent with everything that was chosen', () => {
    expect(toScheduleForm(whole, nowMs)).toEqual({
      memoryId: 'memory',
      deliveryDate: '2031-05-04T16:00:00.000Z',
      deliveryType: 'scheduled',
      deliveryMethod: 'digital',
      releaseDays: null,
      timezone: eastern,
      recipientIds: ['maya'],
    });
    expect(toScheduleForm({ ...whole, memoryId: null }, nowMs)).toBeNull();
  });

  test('days after a death are sent only with what is for after one; none is at once', () => {
    const later = { ...whole, releaseDays: '30' };
    expect(toScheduleForm(later, nowMs)?.releaseDays).toBeNull();
    expect(toScheduleForm({ ...later, deliveryType: 'on_death' }, nowMs)?.releaseDays).toBe(30);
    expect(toScheduleForm({ ...whole, deliveryType: 'on_death' }, nowMs)?.releaseDays).toBeNull();
  });
});

describe('changing a schedule', () => {
  test('starts with its values', () => {
    expect(planOf(schedule, nowMs)).toEqual({ ...whole, version: '1' });
  });

  test('the earliest day after a death stays apart from the day of a date', () => {
    const onDeath = planOf({ ...schedule, deliveryType: 'on_death', releaseDays: 30 }, nowMs);
    expect(onDeath).toMatchObject({ date: null, notBefore: '2031-05-04', releaseDays: '30' });
    expect(toScheduleForm(onDeath, nowMs)?.releaseDays).toBe(30);
  });

  test('an earliest day in the past is dropped', () => {
    const over = { ...schedule, deliveryType: 'on_death', localDate: '2026-10-01' } as const;
    expect(planOf(over, nowMs)).toMatchObject({ date: null, notBefore: null });
  });
});
