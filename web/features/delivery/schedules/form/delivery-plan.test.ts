import { describe, expect, test } from 'vitest';
import { makeSchedule } from '../../../../../test/schedules.ts';
import { emptyPlan, findPlanErrors, instantOf, planOf, toScheduleForm } from './delivery-plan.ts';

const nowMs = Date.parse('2026-10-12T15:00:00Z');
const eastern = 'America/New_York';
const whole = { ...emptyPlan(eastern, 'memory'), date: '2031-05-04', recipientIds: ['maya'] };

const schedule = makeSchedule();

describe('errors', () => {
  test('an empty plan lacks memory, date and people', () => {
    expect(findPlanErrors(emptyPlan(eastern, null), nowMs)).toEqual({
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

  test('two minutes ahead is possible, the current minute is not', () => {
    const today = { ...whole, date: '2026-10-12' };
    expect(findPlanErrors({ ...today, time: '11:02' }, nowMs)).toEqual({});
    expect(findPlanErrors({ ...today, time: '11:00' }, nowMs)).toEqual({
      time: 'Delivery date must be in the future',
    });
  });
});

describe('the instant', () => {
  test('comes from day, time and zone', () => {
    expect(instantOf(whole, nowMs)).toBe('2031-05-04T16:00:00.000Z');
    expect(instantOf({ ...whole, timeZone: 'Pacific/Honolulu' }, nowMs)).toBe('2031-05-04T22:00:00.000Z');
  });

  test('after a death: noon of today in the zone, or of the earliest day', () => {
    const onDeath = { ...whole, deliveryType: 'on_death', time: '08:00' } as const;
    expect(instantOf({ ...onDeath, date: null }, nowMs)).toBe('2026-10-12T16:00:00.000Z');
    expect(instantOf(onDeath, nowMs)).toBe('2031-05-04T16:00:00.000Z');
  });

  test('is sent with everything that was chosen', () => {
    expect(toScheduleForm(whole, nowMs)).toEqual({
      memoryId: 'memory',
      deliveryDate: '2031-05-04T16:00:00.000Z',
      deliveryType: 'scheduled',
      deliveryMethod: 'digital',
      timezone: eastern,
      recipientIds: ['maya'],
    });
    expect(toScheduleForm({ ...whole, memoryId: null }, nowMs)).toBeNull();
  });
});

describe('changing a schedule', () => {
  test('starts with its values', () => {
    expect(planOf(schedule, nowMs)).toEqual(whole);
  });

  test('an earliest day in the past is dropped', () => {
    const over = { ...schedule, deliveryType: 'on_death', localDate: '2026-10-01' } as const;
    expect(planOf(over, nowMs).date).toBeNull();
  });
});
