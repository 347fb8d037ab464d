import { expect, test } from 'vitest';
import { codeIn, codeInAddress } from './code-field.tsx';

test.each([
  ['123456', '123456'],
  ['123 456', '123456'],
  [' 123-456\n', '123456'],
  ['Your code is 123\u00a0456. It works for 10 minutes.', '123456'],
  ['For 30 days: 123456', '123456'],
  ['１２３４５６', '123456'],
  ['12a3', '123'],
  ['1234567', '123456'],
  ['none', ''],
])('%j is the code %j', (pasted, code) => {
  expect(codeIn(pasted)).toBe(code);
});

test.each([
  ['#code=123456', '123456'],
  ['#code=12345x', '12345'],
  ['#main', ''],
  ['', ''],
])('the link with %j fills in %j', (hash, code) => {
  expect(codeInAddress(hash)).toBe(code);
});
