import { parseDate } from '@internationalized/date';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { haveSameHours, isRealTime, todayIn, toInstant, toWallClock, yearlyDate } from './dates.ts';

const eastern = 'America/New_York';

describe('wall clock to instant', () => {
  const cases = [
    ['an ordinary noon', '2031-05-04', '12:00', eastern, '2031-05-04T16:00:00.000Z'],
    [
      'an hour that spring leaves out moves on by the gap',
      '2027-03-14',
      '02:30',
      eastern,
      '2027-03-14T07:30:00.000Z',
    ],
    [
      'an hour that autumn has twice is the first',
      '2026-11-01',
      '01:30',
      eastern,
      '2026-11-01T05:30:00.000Z',
    ],
    [
      'half an hour of gap on Lord Howe',
      '2026-10-04',
      '02:15',
      'Australia/Lord_Howe',
      '2026-10-03T15:45:00.000Z',
    ],
    ['a day that Samoa left out', '2011-12-30', '12:00', 'Pacific/Apia', '2011-12-30T22:00:00.000Z'],
    ['29 February', '2028-02-29', '23:59', 'Asia/Kathmandu', '2028-02-29T18:14:00.000Z'],
    ['a zone without summer time', '2030-07-01', '12:00', 'America/Phoenix', '2030-07-01T19:00:00.000Z'],
  ] as const;

  test.each(cases)('%s', (_name, date, time, timeZone, instant) => {
    expect(toInstant({ date, time, timeZone })).toBe(instant);
  });

  test('an hour that the day does not have is known as such', () => {
    expect(isRealTime({ date: '2027-03-14', time: '02:30', timeZone: eastern })).toBe(false);
    expect(isRealTime({ date: '2027-03-14', time: '03:30', timeZone: eastern })).toBe(true);
    expect(isRealTime({ date: '2026-11-01', time: '01:30', timeZone: eastern })).toBe(true);
  });

  test('agrees with Temporal in every zone, gaps and folds included', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    const days = fc.date({ min: new Date('2026-01-01'), max: new Date('2046-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(fc.constantFrom(...zones), days, fc.nat(1439), (timeZone, day, minutes) => {
        const date = day.toISOString().slice(0, 10);
        const time = new Date(minutes * 60_000).toISOString().slice(11, 16);
        const zoned = Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timeZone);
        expect(Date.parse(toInstant({ date, time, timeZone }))).toBe(zoned.epochMilliseconds);
      }),
      { numRuns: 1000 },
    );
  });

  test('agrees with Temporal around every change of the clocks of the common zones', () => {
    for (const timeZone of [
      eastern,
      'Europe/Paris',
      'Australia/Lord_Howe',
      'Africa/Casablanca',
      'America/Santiago',
    ]) {
      let change = Temporal.ZonedDateTime.from(`2026-01-01T00:00[${timeZone}]`).getTimeZoneTransition('next');
      for (let count = 0; count < 10 && change; count++) {
        for (let offset = -120; offset <= 120; offset += 15) {
          const local = change.toPlainDateTime().add({ minutes: offset });
          const [date = '', time = ''] = local.toString().slice(0, 16).split('T');
          const expected = local.toZonedDateTime(timeZone).epochMilliseconds;
          expect(Date.parse(toInstant({ date, time, timeZone }))).toBe(expected);
        }
        change = change.getTimeZoneTransition('next');
      }
    }
  });

  test('a time that the day has comes back as it was', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    const instants = fc.date({
      min: new Date('2026-01-01'),
      max: new Date('2046-12-31'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(fc.constantFrom(...zones), instants, (timeZone, at) => {
        const wallClock = toWallClock(at.toISOString(), timeZone);
        expect(toWallClock(toInstant(wallClock), timeZone)).toEqual(wallClock);
        expect(isRealTime(wallClock)).toBe(true);
      }),
    );
  });
});

describe('days', () => {
  test('today is the day of the zone, not of the device', () => {
    const nowMs = Date.parse('2026-12-31T23:30:00Z');
    expect(todayIn('Pacific/Auckland', nowMs).toString()).toBe('2027-01-01');
    expect(todayIn('Pacific/Honolulu', nowMs).toString()).toBe('2026-12-31');
  });

  test('29 February repeats on the 28th in common years', () => {
    const leapDay = parseDate('2028-02-29');
    expect(yearlyDate(leapDay, 2029).toString()).toBe('2029-02-28');
    expect(yearlyDate(leapDay, 2032).toString()).toBe('2032-02-29');
  });
});

test.each([
  ['America/New_York', 'America/Detroit', true],
  ['Europe/Paris', 'Europe/Berlin', true],
  // The same in winter only.
  ['America/Denver', 'America/Phoenix', false],
  ['America/New_York', 'Europe/Paris', false],
])('%s and %s have the same hours: %s', (one, other, same) => {
  expect(haveSameHours(one, other, Date.parse('2031-01-15T12:00:00Z'))).toBe(same);
});
