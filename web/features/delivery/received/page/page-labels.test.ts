import { describe, expect, test } from 'vitest';
import { firstLine, kindOf, sinceWhen, threadDay, whoGives } from './page-labels.ts';

test('a day beside the thread, whose spaces do not break on a screen', () => {
  expect(threadDay('20 November 2038', '4 May 2041')).toEqual({ day: '20 November', year: '2038' });
  const onScreen = threadDay('20\u00a0November\u00a02038', '4\u00a0May\u00a02041');
  expect(onScreen).toEqual({ day: '20\u00a0November', year: '2038' });
  expect(threadDay('4 May 2041', '4 May 2041')).toEqual({ day: 'Today', year: '4 May 2041' });
});

describe('who gives it', () => {
  const said = {} as Parameters<typeof whoGives>[0]['said'];
  const ruth = { ownerFirstName: 'Ruth', ownerRelationship: 'mother', ownerDied: false, said };

  test.each([
    [{}, 'Your mother sends you these.'],
    [{ ownerDied: true }, 'Your mother kept these for you.'],
    [{ ownerRelationship: null }, 'Ruth sends you these.'],
    [{ said: null }, 'Your mother left these for you.'],
  ])('%j', (other, words) => {
    expect(whoGives({ ...ruth, ...other })).toBe(words);
  });
});

test('since when it was kept', () => {
  const createdAt = '2026-10-12T12:00:00Z';
  expect(sinceWhen({ type: 'letter', createdAt }, 'Ruth', 'UTC')).toBe('Ruth wrote it on 12 October 2026.');
  expect(sinceWhen({ type: 'video', createdAt }, 'Ruth', 'UTC')).toBe(
    'Ruth had kept it for you since 12 October 2026.',
  );
});

test('its kind, and its length where it has one', () => {
  expect(kindOf({ type: 'letter', durationSeconds: null })).toBe('a letter');
  expect(kindOf({ type: 'audio', durationSeconds: 18 })).toBe('a recording, 18 seconds');
});

describe('a line of what was written', () => {
  test('the first one', () => {
    expect(firstLine('\nYou asked for amounts.\nHere they are.')).toBe('You asked for amounts.');
  });

  test('a long one is cut between two words, and one without any still fits', () => {
    expect(firstLine('word '.repeat(40))).toMatch(/^(word ){23}word…$/);
    expect(firstLine('x'.repeat(200))).toHaveLength(121);
  });
});
