import { expect, test } from 'vitest';
import { inOrderOfReferences } from './database-tables.ts';

const table = (name: string, ...refersTo: string[]) => ({ name, columns: ['id'], refersTo });

test('each table comes after those that it refers to', () => {
  const ordered = inOrderOfReferences([table('a', 'c'), table('b', 'a', 'c'), table('c')]);
  expect(ordered.map(({ name }) => name)).toEqual(['c', 'a', 'b']);
});

test('tables that refer to each other in a circle are refused', () => {
  expect(() => inOrderOfReferences([table('a', 'b'), table('b', 'a')])).toThrow('circle');
});
