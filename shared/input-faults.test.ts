import { expect, test } from 'vitest';
import { z } from 'zod';
import './values.ts';

const messageOf = (schema: z.ZodType, input: unknown) => schema.safeParse(input).error?.issues[0]?.message;

test.each<[z.ZodType, unknown, string]>([
  [z.string(), undefined, 'This is missing'],
  [z.string(), null, 'This is missing'],
  [z.string(), 5, 'Please send this as text'],
  [z.boolean(), 'no', 'Please send yes or no, as true or false'],
  [z.number(), 'x', 'Please send a number'],
  [z.int(), 1.5, 'Please send a whole number'],
  [z.coerce.number(), 'x', 'Please send a number'],
  [z.array(z.string()), {}, 'Please send a list'],
  [z.object({}), null, 'This is missing'],
  [z.object({}), 7, 'This cannot be used here'],
  [z.date(), 'x', 'Please send a date'],
  [z.literal('yes'), 'no', 'Please send yes'],
  [z.enum(['a', 'b', 'c']), 'd', 'Please choose a, b or c'],
  [z.enum(['a', 'b']), undefined, 'This is missing'],
  [z.enum([...'abcdefghij']), 'x', 'Please choose one of those that there are'],
  [z.uuid(), 'x', 'There is nothing with this id'],
  [z.email(), 'x', 'Please enter a valid email'],
  [z.iso.date(), '2031-02-30', 'Please give a day, such as 2031-05-04'],
  [z.iso.datetime(), 'x', 'Please give a date and time, such as 2031-05-04T12:00:00Z'],
  [z.string().regex(/^a$/), 'b', 'This is not written in a way that we can read'],
  [z.string().min(1), '', 'This is missing'],
  [z.string().min(3), 'a', 'Please use at least 3 characters'],
  [z.string().max(1), 'ab', 'Please use at most 1 character'],
  [z.array(z.string()).min(1), [], 'Please choose at least 1'],
  [z.array(z.string()).max(2), ['a', 'b', 'c'], 'Please choose at most 2'],
  [z.number().min(0), -1, 'Please send 0 or more'],
  [z.number().max(9), 10, 'Please send 9 or less'],
  [z.number().multipleOf(5), 7, 'Please give a multiple of 5'],
  [z.union([z.string(), z.boolean()]), 5, 'This cannot be used here'],
  [z.union([z.string(), z.boolean()]), undefined, 'This is missing'],
  [z.record(z.string().regex(/^[a-z]$/), z.string()), { A: 'x' }, 'This cannot be used here'],
  [z.strictObject({}), { a: 1 }, 'This cannot be used here'],
  [z.string().refine(() => false), 'a', 'This cannot be used here'],
])('%#: a fault without words of its own: %j', (schema, input, sentence) => {
  expect(messageOf(schema, input)).toBe(sentence);
});

test('a schema that has words of its own keeps them', () => {
  expect(messageOf(z.string('Title is required'), 5)).toBe('Title is required');
});
