import { describe, expect, test } from 'vitest';
import { makeSchedule, makeScheduleRecipient } from '../../../../test/schedules.ts';
import {
  deliveredOf,
  describeMoment,
  describePerson,
  describeSchedule,
  isOpenToChange,
  upcomingOf,
} from './schedules.ts';

const nowMs = Date.parse('2026-10-12T15:00:00Z');
const maya = makeScheduleRecipient();

describe('when it goes out', () => {
  test('on its day, in its zone', () => {
    expect(describeMoment(makeSchedule(), nowMs)).toBe('Sunday, 4 May 2031 at 12:00 Eastern');
  });

  test('after a death, with a day only while that lies ahead', () => {
    const onDeath = makeSchedule({ deliveryType: 'on_death' });
    expect(describeMoment(onDeath, nowMs)).toBe('After your death, not before 4 May 2031');
    expect(describeMoment({ ...onDeath, localDate: '2026-10-12' }, nowMs)).toBe('After your death');
  });

  test('the whole arrangement in one sentence', () => {
    expect(describeSchedule(makeSchedule())).toBe(
      '“For your thirtieth”, for Maya, on Sunday, 4 May 2031 at 12:00 Eastern.',
    );
  });
});

describe('change and cancel', () => {
  test('until delivery starts', () => {
    expect(isOpenToChange(makeSchedule(), nowMs)).toBe(true);
    expect(isOpenToChange(makeSchedule({ startedAt: '2026-10-12T14:00:00.000Z' }), nowMs)).toBe(false);
    expect(isOpenToChange(makeSchedule({ deliveryDate: '2026-10-12T15:00:00.000Z' }), nowMs)).toBe(false);
  });

  test('a day that is over does not close one that waits for a death', () => {
    const onDeath = makeSchedule({ deliveryType: 'on_death', deliveryDate: '2026-10-01T16:00:00.000Z' });
    expect(isOpenToChange(onDeath, nowMs)).toBe(true);
  });
});

test('upcoming by their days, those after a death last; delivered the latest first', () => {
  const all = [
    makeSchedule({ id: 'death', deliveryType: 'on_death', deliveryDate: '2026-01-01T00:00:00.000Z' }),
    makeSchedule({ id: 'later', deliveryDate: '2040-01-01T00:00:00.000Z' }),
    makeSchedule({ id: 'sooner' }),
    makeSchedule({ id: 'old', isDelivered: true, deliveredAt: '2026-01-01T00:00:00.000Z' }),
    makeSchedule({ id: 'new', isDelivered: true, deliveredAt: '2026-09-01T00:00:00.000Z' }),
  ];
  expect(upcomingOf(all).map(({ id }) => id)).toEqual(['sooner', 'later', 'death']);
  expect(deliveredOf(all).map(({ id }) => id)).toEqual(['new', 'old']);
});

describe('how far one person’s delivery is', () => {
  const zone = 'America/New_York';

  test('nothing to say before its day', () => {
    expect(describePerson(maya, zone)).toBeNull();
  });

  test('no address is said at once', () => {
    expect(describePerson({ ...maya, unreachable: true }, zone)).toEqual({
      text: 'no address yet',
      isTrouble: true,
    });
  });

  test('why it waits, in the server’s words', () => {
    const waiting = { ...maya, state: 'waiting', waitingReason: 'The address did not work.' } as const;
    expect(describePerson(waiting, zone)).toEqual({ text: 'The address did not work.', isTrouble: true });
  });

  test('delivered, then opened', () => {
    expect(describePerson({ ...maya, state: 'delivered' }, zone)?.text).toBe('delivered');
    const opened = { ...maya, state: 'delivered', openedAt: '2031-05-05T01:00:00.000Z' } as const;
    expect(describePerson(opened, zone)?.text).toBe('opened on 4 May 2031');
  });
});
