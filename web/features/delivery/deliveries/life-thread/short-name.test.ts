import { expect, test } from 'vitest';
import { shortName } from './short-name.ts';

test('a name stays whole as long as it fits a label', () => {
  expect(shortName('Maya')).toBe('Maya');
  expect(shortName('Anne Marie Louise')).toBe('Anne Marie Louise');
  expect(shortName('Bartholomew-Maximilian-Featherstonehaugh')).toBe('Bartholomew-Maxim…');
  expect(shortName('🌿'.repeat(30))).toBe(`${'🌿'.repeat(17)}…`);
});
