import { expect, test } from 'vitest';
import { numbered, titleOf } from './photo-titles.ts';

test.each([
  ['Cape May, the last evening.jpeg', 'Cape May, the last evening'],
  ['the_boat_your_father_built.JPG', 'The boat your father built'],
  ['soup.png', 'Soup'],
  ['Weihnachten 1987.jpg', 'Weihnachten 1987'],
  ['IMG_2041.jpeg', ''],
  ['DSC00012.JPG', ''],
  ['PXL_20240504_101112345.jpg', ''],
  ['20240504_101112.jpg', ''],
  ['scan 3.png', ''],
  ['.jpg', ''],
])('%s is called “%s”', (fileName, title) => {
  expect(titleOf(fileName)).toBe(title);
});

test('the first title is numbered for those that have none', () => {
  expect(numbered(['The harbour', '', 'Soup', ' '])).toEqual([
    'The harbour',
    'The harbour 2',
    'Soup',
    'The harbour 4',
  ]);
  expect(numbered(['', ''])).toEqual(['', '']);
});
