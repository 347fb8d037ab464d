import { expect, test } from 'vitest';
import { nameSome } from '../../../../shared/in-words.ts';
import { describeHearing, describeYears } from './describe-rehearsal.ts';

test('names are listed, and many of them counted', () => {
  expect(nameSome(['Ana', 'Inés'])).toBe('Ana and Inés');
  const many = ['Ana', 'Ben', 'Cleo', 'Dan', 'Eva', 'Finn', 'Gus', 'Hana'];
  expect(nameSome(many)).toBe('Ana, Ben, Cleo, Dan, Eva, Finn, and 2 others');
  expect(nameSome(many.slice(0, 7))).toBe('Ana, Ben, Cleo, Dan, Eva, Finn, and Gus');
});

test('who would hear, and who would not', () => {
  expect(describeHearing(['Daniel', 'Maya'], ['Ana'])).toEqual([
    'Daniel and Maya would hear from you.',
    'Ana would not.',
  ]);
  expect(describeHearing(['Maya'], [])).toEqual(['Maya would hear from you.', '']);
  expect(describeHearing([], ['Ana'])).toEqual([
    'Nobody would hear from you as it stands.',
    'Ana would wait.',
  ]);
  expect(describeHearing([], [])).toEqual(['Nobody would hear from you.', '']);
});

test('how much goes over the years, to how many', () => {
  const facts = { deliveries: 9, people: 3, years: { first: 2026, last: 2049 }, afterDeath: 4 } as const;
  expect(describeYears(facts)).toEqual([
    'Nine deliveries to three people, from 2026 to 2049,',
    'whether you are alive or not. Four more wait for after your death.',
  ]);
  expect(
    describeYears({ deliveries: 1, people: 1, years: { first: 2031, last: 2031 }, afterDeath: 0 }),
  ).toEqual(['One delivery to one person, in 2031,', 'whether you are alive or not.']);
  expect(describeYears({ ...facts, years: null, afterDeath: 1 })).toEqual([
    'Nothing is set for a day.',
    'One waits for after your death.',
  ]);
});
