import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { describeAfterDeath } from './after-death.ts';
import { formatDate, formatDateTime, formatDay, formatMoment, formatTime } from './dates.ts';

const eastern = 'America/New_York';

describe('in words', () => {
  const instant = '2031-05-04T16:00:00.000Z';

  test('a moment names the weekday, the day, the time and the zone', () => {
    expect(formatMoment(instant, eastern)).toBe('Sunday, 4 May 2031 at 12:00 Eastern');
    expect(formatMoment(instant, 'Asia/Tokyo')).toBe('Monday, 5 May 2031 at 01:00 Tokyo');
    expect(formatDateTime(instant, 'America/Phoenix')).toBe('4 May 2031 at 09:00 Arizona');
  });

  test('days and times', () => {
    expect(formatDate('2026-09-03T03:00:00Z', eastern)).toBe('2 September 2026');
    expect(formatDay('1994-07-02')).toBe('2 July 1994');
    expect(formatTime('2026-09-03T12:04:59Z', 'UTC')).toBe('12:04');
  });

  test('the weekday is right on every day of the calendar', () => {
    const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(days, (day) => {
        const weekday = day.toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' });
        expect(formatMoment(day.toISOString(), 'UTC').split(',')[0]).toBe(weekday);
      }),
    );
  });

  test('day and clock are those of the zone, also around midnight', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    const instants = fc.date({
      min: new Date('2026-01-01'),
      max: new Date('2046-12-31'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(fc.constantFrom(...zones), instants, fc.constantFrom(0, 1, -1), (zone, at, minutes) => {
        const midnight = Temporal.Instant.fromEpochMilliseconds(at.getTime())
          .toZonedDateTimeISO(zone)
          .startOfDay()
          .add({ minutes });
        const instant = new Date(midnight.epochMilliseconds);
        expect(formatDate(instant, zone)).toBe(formatDay(midnight.toPlainDate().toString()));
        expect(formatTime(instant, zone)).toBe(midnight.toPlainTime().toString({ smallestUnit: 'minute' }));
      }),
    );
  });
});

describe('on a screen', () => {
  const media = (matches: boolean) => vi.stubGlobal('matchMedia', () => ({ matches }));
  const loadAgain = () => {
    vi.resetModules();
    return import('./dates.ts');
  };

  afterEach(() => vi.unstubAllGlobals());

  test('no line ends within a date', async () => {
    media(true);
    const { formatDateTime, formatShortDate } = await loadAgain();
    expect(formatDateTime('2031-05-04T16:00:00.000Z', eastern)).toBe('4\u00a0May\u00a02031 at 12:00 Eastern');
    expect(formatShortDate('2026-10-12', 'UTC')).toBe('12\u00a0Oct\u00a02026');
  });

  test('a date may wrap where letters are so large that there is no room for it', async () => {
    media(false);
    const { formatDay, formatShortDate } = await loadAgain();
    expect(formatDay('2031-05-04')).toBe('4 May 2031');
    expect(formatShortDate('2026-10-12', 'UTC')).toBe('12 Oct 2026');
  });
});

test('after a death names the earliest day only while it is ahead, so never the day on which it was made', () => {
  expect(describeAfterDeath('2026-10-12', '2026-10-12')).toBe('after your death');
  expect(describeAfterDeath('2026-10-11', '2026-10-12')).toBe('after your death');
  expect(describeAfterDeath('2026-10-13', '2026-10-12')).toBe('after your death, not before 13 October 2026');
});
