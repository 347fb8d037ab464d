import { describe, expect, test } from 'vitest';
import { RegisterForm } from './accounts/accounts.ts';
import { RecipientForm } from './people/recipients.ts';
import { nameFault } from './person-names.ts';

describe('security 58: a name may be', () => {
  test.each([
    'Ruth',
    'O’Brien',
    "D'Angelo",
    'Anne-Marie',
    'J. R. Smith Jr.',
    'J.R.R. Tolkien',
    'J.R.R.Tolkien',
    'J.Kim',
    'St. John',
    'St.John',
    'Ma.Teresa',
    'Md.Rahman',
    'Martin Luther King, Jr.',
    'Smith (née Jones)',
    'María José Núñez',
    'Nguyễn Thị Minh Khai',
    'Zoe\u0308',
    'И.И.Иванов',
    'Ødegård',
    '山田　太郎',
    '葛\u{E0100}城',
    '李小龍',
    '김민준',
    'محمد بن سلمان',
    'علی\u200Cرضا',
    'حسین\u200Cزاده',
    'ක්\u200Dරිස්ති',
    'क्\u200Dष',
    'രാജന്\u200D',
    'אֲבִיגַיִל',
    'Mama ❤\uFE0F',
    'The Alvarezes 👨\u200D👩\u200D👧\u200D👦',
    'Maya 👩🏽\u200D🚒',
    'Leo 👍🏿',
    'Ana 👩🏾\u200D❤\uFE0F\u200D👨🏻',
    'Sam 🏳\uFE0F\u200D🌈',
    'X Æ A-12',
    'Louis XIV',
    'Ruth & Sam',
    'Ali/Sam',
  ])('%j', (name) => {
    expect(nameFault(name)).toBeUndefined();
  });
});

const refused: [string, RegExp, string[]][] = [
  [
    'a web or email address',
    /address/,
    [
      'Claim your refund at https://evil.example/x',
      'HTTP://EVIL',
      'www.evil',
      'evil.com',
      'Evil.Com',
      'refund.bond',
      'bit.ly/2x',
      't.co/abc',
      'x.com:8080',
      'evil\u3002com',
      'evil\u2024com',
      'ｅｖｉｌ．ｃｏｍ',
      'почта.рф',
      '203.0.113.7',
      'ruth@example.com',
      'ruth＠example',
    ],
  ],
  [
    'a line break',
    /one line/,
    ['Ruth\nBcc: everybody', 'Ruth\r\nAlvarez', 'Ruth\u2028Alvarez', 'Ruth\u0085A'],
  ],
  [
    'an invisible, control or bidirectional character',
    /invisible/,
    [
      'Ruth\tAlvarez',
      'Ruth\u0007',
      'Ruth\u202Egro',
      'Ruth\u2066x',
      'Ruth\u200F',
      'Ruth\u061C',
      'Ru\u200Bth',
      'Ru\u00ADth',
      'Ru\u2060th',
      'Ru\uFEFFth',
      'Ru\u200Dth',
      'Ruth👩\u200D',
      'Ruth\u200D👩',
      '👩\u200D\u200D👧',
      'Ru\u200Cth',
      'علی\u200C',
      '\u200Dعلی',
      'علی\u200C\u200Cرضا',
      'علی\u200C Ruth',
      '\u3164\u3164',
      '\u2800\u2800',
      'Ru\u034Fth',
      'Ruth\uFE0F',
      'Ruth\u{E0041}',
      'Ruth\uD800',
    ],
  ],
];

describe.each(refused)('security 58: a name with %s is refused in words that help', (_, words, names) => {
  test.each(names)('%j', (name) => {
    expect(nameFault(name)).toMatch(words);
  });
});

test('a name of a million letters is refused at once', () => {
  const { error } = RegisterForm.safeParse({ firstName: 'a'.repeat(1_000_000) });
  expect(error?.issues.map(({ message }) => message)).toContain('Please use at most 100 characters');
});

test('the names of owners and of recipients follow it, and say so at the field', () => {
  const name = { firstName: 'Claim it at https://evil.example', lastName: 'Ru\u202Eth' };
  for (const form of [RegisterForm, RecipientForm]) {
    const fields = form.safeParse(name).error?.issues.map(({ path, message }) => [path[0], message]) ?? [];
    expect(fields).toContainEqual(['firstName', nameFault(name.firstName)]);
    expect(fields).toContainEqual(['lastName', nameFault(name.lastName)]);
  }
});
