import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ageOn, yearlyDays } from './yearly-days.ts';

const maya = {
  firstName: 'Maya',
  birthday: '2001-05-04',
  days: [{ name: 'Wedding', date: '2025-09-12' }],
};

test.each([
  ['the day before', '2026-05-03', 24],
  ['on the day', '2026-05-04', 25],
  ['before the birth', '2001-05-03', null],
])('the age %s', (_when, day, age) => expect(ageOn(maya.birthday, day)).toBe(age));

test('F24: a birthday on 29 February falls on the 28th in common years, and never on 1 March', () => {
  const leo = { firstName: 'Leo', birthday: '2004-02-29', days: [] };
  const dates = yearlyDays(leo, '2027-01-01', '2032-12-31').map(({ date }) => date);
  expect(dates).toEqual([
    ...['2027-02-28', '2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'],
  ]);
  expect([ageOn(leo.birthday, '2027-02-27'), ageOn(leo.birthday, '2027-02-28')]).toEqual([22, 23]);
});

test('a day that was entered twice comes once', () => {
  const twice = { ...maya, birthday: null, days: [...maya.days, ...maya.days] };
  expect(yearlyDays(twice, '2030-05-04', '2031-05-04')).toHaveLength(1);
});

test('days after today are counted and named, the last one too; today’s are over', () => {
  const days = yearlyDays(maya, '2030-05-04', '2031-05-04');
  expect(days.map(({ date, note }) => `${date} ${note}`)).toEqual([
    '2030-09-12 five years married',
    '2031-05-04 Maya turns 30',
  ]);
});

test('a day that lies ahead comes first by its name; round years stand out', () => {
  const person = { ...maya, birthday: null, days: [{ name: 'Graduation', date: '2031-06-15' }] };
  const days = yearlyDays(person, '2026-01-01', '2056-12-31').filter(({ isRound }) => isRound);
  expect(days.map(({ date, note }) => `${date} ${note}`)).toEqual([
    '2031-06-15 Graduation',
    '2041-06-15 Graduation, ten years',
    '2051-06-15 Graduation, 20 years',
    '2056-06-15 Graduation, 25 years',
  ]);
});

const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

test('each year has one birthday, in order, and it is the day on which the age changes', () => {
  fc.assert(
    fc.property(day, day, fc.integer({ min: 0, max: 60 }), (birthday, from, years) => {
      const until = `${Number(from.slice(0, 4)) + years}-12-31`;
      const found = yearlyDays({ firstName: 'Maya', birthday, days: [] }, from, until);
      expect(found.map(({ years: age }) => age)).toEqual(
        found.map((_each, index) => (found[0]?.years ?? 0) + index),
      );
      for (const { date, years: age } of found) {
        expect(date > from && date <= until).toBe(true);
        expect(ageOn(birthday, date)).toBe(age);
        expect(date.slice(5) === birthday.slice(5) || date.endsWith('-02-28')).toBe(true);
      }
    }),
  );
});
