import { expect, test } from 'vitest';
import { noValues } from './memory-values.ts';
import { basedOn, overUntouched } from './stale-draft.ts';

const read = { ...noValues, title: 'Thirty', content: 'Dear Maya', recipient: 'Maya', version: '1' };
const saved = { ...read, title: 'For your thirtieth', personalMessage: 'With love', version: '2' };

test('what nobody changed here is what is saved; what was written here stays', () => {
  const written = { ...read, content: 'Dearest Maya' };
  expect(overUntouched(written, saved, read)).toEqual({ ...saved, content: 'Dearest Maya', version: '1' });
  expect(overUntouched({ ...written, title: 'Thirty!' }, saved, read)).toMatchObject({ title: 'Thirty!' });
  expect(overUntouched(written, saved, null), 'nobody knows what was read').toEqual(written);
});

test('a draft names the version that it was begun on, unless nothing else is written in it', () => {
  const draft = { ...read, content: 'Dearest Maya' };
  expect(basedOn(saved, draft)).toBe(draft);
  expect(basedOn(saved, { ...saved, version: '1' })).toEqual(saved);
  expect(basedOn(saved, { ...draft, version: '' }), 'from before there were versions').toMatchObject({
    version: '2',
  });
  expect(basedOn(saved, null)).toBeNull();
});
