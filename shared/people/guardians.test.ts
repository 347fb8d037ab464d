import { expect, test } from 'vitest';
import { ageAt, birthdayAtAge, sayEndsOn } from './guardians.ts';

const maya = { guardianId: 'daniel', birthday: '2015-05-04', guardianUntilAge: 18 };

test('a guardian has a say until the birthday at the chosen age, if the date of birth is known', () => {
  expect(sayEndsOn(maya)).toBe('2033-05-04');
  expect(sayEndsOn({ ...maya, guardianUntilAge: 12 })).toBe('2027-05-04');
  expect(sayEndsOn({ ...maya, birthday: null })).toBeNull();
  expect(sayEndsOn({ ...maya, guardianId: null })).toBeNull();
});

test('whoever was born on 29 February turns on the 28th in common years', () => {
  expect(birthdayAtAge('2016-02-29', 18)).toBe('2034-02-28');
  expect(birthdayAtAge('2016-02-29', 20)).toBe('2036-02-29');
  expect([ageAt('2016-02-29', '2034-02-27'), ageAt('2016-02-29', '2034-02-28')]).toEqual([17, 18]);
});

test('somebody is a year older from their birthday on', () => {
  expect(ageAt('2015-05-04', '2027-05-03')).toBe(11);
  expect(ageAt('2015-05-04', '2027-05-04')).toBe(12);
});
