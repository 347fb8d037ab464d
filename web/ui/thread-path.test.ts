import { expect, test } from 'vitest';
import { threadPath } from './thread.tsx';

test('the thread passes through every point', () => {
  const points = [
    { x: 0, y: 0 },
    { x: 50, y: 30 },
    { x: 100, y: 10 },
  ];
  const path = threadPath(points);
  expect(path.startsWith('M 0 0')).toBe(true);
  expect(path).toContain(', 50 30');
  expect(path.endsWith(', 100 10')).toBe(true);
});

test('the thread leaves a point in the direction in which it came', () => {
  const path = threadPath([
    { x: 0, y: 0 },
    { x: 10, y: 10 },
    { x: 20, y: 0 },
  ]);
  const [first, second] = path.split('C ').slice(1);
  expect(first?.split(', ')[1]).toBe('6.5 10');
  expect(second?.split(', ')[0]).toBe('13.5 10');
});

test('no points, no thread', () => {
  expect(threadPath([])).toBe('');
});
