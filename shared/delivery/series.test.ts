import { describe, expect, test } from 'vitest';
import { SeriesForm } from './series.ts';
import { ageIn, dayIn, dayOfBirthday, yearOfAge, yearsOf } from './series-days.ts';

const form = {
  recipientIds: ['019a0000-0000-7000-8000-000000000001'],
  month: 5,
  day: 4,
  fromYear: 2027,
  untilYear: 2031,
  localTime: '12:00',
  timezone: 'America/New_York',
  memoryId: null,
};

function faults(changes: object): string[] {
  const result = SeriesForm.safeParse({ ...form, ...changes });
  return result.error?.issues.map(({ path }) => path.join('.')) ?? [];
}

describe('the form of a series', () => {
  test('takes a year or an age until which it goes, and exactly one of them', () => {
    expect(faults({})).toEqual([]);
    expect(faults({ untilYear: undefined, untilAge: 30 })).toEqual([]);
    expect(faults({ untilAge: 30 })).toEqual(['untilYear']);
    expect(faults({ untilYear: undefined })).toEqual(['untilYear']);
  });

  test('takes a day that there is, if only in leap years', () => {
    expect(faults({ month: 2, day: 29 })).toEqual([]);
    expect(faults({ month: 2, day: 30 })).toEqual(['day']);
    expect(faults({ month: 4, day: 31 })).toEqual(['day']);
    expect(faults({ month: 13 })).toContain('month');
  });

  test('takes a time of day without seconds', () => {
    expect(faults({ localTime: '25:00' })).toEqual(['localTime']);
    expect(faults({ localTime: '12:00:30' })).toEqual(['localTime']);
  });

  test('names years by four digits', () => {
    expect(faults({ memories: { '2028': null } })).toEqual([]);
    expect(faults({ memories: { 'next year': null } })).not.toEqual([]);
  });
});

describe('the days of a series', () => {
  test('29 February is the 28th in common years and the 29th in leap years, whatever came before', () => {
    const days = yearsOf({ fromYear: 2095, untilYear: 2104 }).map((year) =>
      dayIn(year, { month: 2, day: 29 }),
    );
    expect(days.map((day) => day.slice(8))).toEqual([
      '28',
      '29',
      '28',
      '28',
      '28',
      '28',
      '28',
      '28',
      '28',
      '29',
    ]);
    expect(dayIn(2000, { month: 2, day: 29 })).toBe('2000-02-29');
  });

  test('an age and its year belong together', () => {
    expect(yearOfAge(30, '2001-05-04')).toBe(2031);
    expect(ageIn(2031, '2001-05-04')).toBe(30);
    expect(ageIn(2000, '2001-05-04')).toBeNull();
    expect(ageIn(2031, null)).toBeNull();
    expect(dayOfBirthday('2004-02-29')).toEqual({ month: 2, day: 29 });
  });
});
