import { expect, test } from 'vitest';
import { describeArrived } from './waiting-progress.tsx';

const megabyte = 1024 * 1024;

test.each([
  [0, 48 * megabyte, 'Nothing of it is here yet'],
  [12.9 * megabyte, 48 * megabyte, '12 of 48 MB are here'],
  [47.99 * megabyte, 47.2 * megabyte + megabyte, '47 of 49 MB are here'],
  [1.29 * megabyte, 2.91 * megabyte, '1.2 of 3.0 MB are here'],
  [48 * megabyte, 48 * megabyte, 'All of it is here'],
])('%i of %i bytes', (arrived, size, said) => {
  expect(describeArrived(arrived, size)).toBe(said);
});
