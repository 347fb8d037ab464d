import { describe, expect, test } from 'vitest';
import {
  addressStands,
  declineLabels,
  inAMonth,
  inDays,
  reminderHint,
  wordsLabels,
  writtenWhen,
} from './act-labels.ts';

const ruth = { ownerFirstName: 'Ruth', ownerDied: false };
const theirs = { ownerHasIt: true };

describe('who reads a few words back, said before they are written', () => {
  test('a living owner', () => {
    const labels = wordsLabels(ruth, { replyReadBy: 'owner', familyReaders: [] }, theirs);
    expect(labels.readers).toMatch(/^Ruth reads them on Long After/);
    expect(labels.action).toBe('Send to Ruth');
  });

  test('after a death, those who were trusted, by name', () => {
    const labels = wordsLabels(ruth, { replyReadBy: 'family', familyReaders: ['Daniel', 'Leo'] }, theirs);
    expect(labels.readers).toMatch(/^Ruth cannot read them/);
    expect(labels.more).toMatch(/^Daniel and Leo can read them/);
    expect(labels.action).toBe('Keep these words');
  });

  test('nobody, where nobody was trusted', () => {
    const labels = wordsLabels(ruth, { replyReadBy: 'family', familyReaders: [] }, theirs);
    expect(labels.more).toMatch(/^Nobody but you/);
  });

  test('nobody, where the owner has deleted what they are about', () => {
    const labels = wordsLabels(ruth, { replyReadBy: 'owner', familyReaders: [] }, { ownerHasIt: false });
    expect(labels).toMatchObject({
      title: 'A few words back',
      more: expect.stringMatching(/^Nobody but you/),
      action: 'Keep these words',
    });
  });
});

test('what became of them', () => {
  const words = { text: 'Thank you', writtenAt: '2027-05-04T12:00:00Z', changedAt: null };
  expect(writtenWhen({ ...words, readBy: 'owner' }, ruth, 'UTC')).toBe('Sent to Ruth on 4 May 2027.');
  expect(writtenWhen({ ...words, readBy: 'family' }, ruth, 'UTC')).toBe('Kept on 4 May 2027.');
  const alone = { ...words, readBy: 'nobody' as const, changedAt: '2027-05-06T12:00:00Z' };
  expect(writtenWhen(alone, ruth, 'UTC')).toBe(
    'Kept on 4 May 2027, and changed on 6 May 2027, for you alone.',
  );
});

describe('a reminder', () => {
  test.each([
    ['2041-05-04', '2041-06-04'],
    ['2041-12-31', '2042-01-31'],
    ['2041-01-31', '2041-02-28'],
    ['2040-01-30', '2040-02-29'],
  ])('a month after %s is %s', (today, day) => {
    expect(inAMonth(new Date(`${today}T12:00:00`))).toBe(day);
  });

  test('in some days, over the end of a year', () => {
    expect(inDays(new Date('2041-12-31T23:30:00'), 1)).toBe('2042-01-01');
  });

  test('says that it comes once', () => {
    expect(reminderHint('2041-06-04', 'email')).toBe('We write to you once, on 4 June 2041, and not again.');
    expect(reminderHint('2041-06-04', 'text')).toMatch(/^We send you one text message, on 4 June 2041/);
  });
});

test('"nothing more" says who hears of it', () => {
  expect(declineLabels(ruth).before).toContain('Ruth can see it beside your name.');
  expect(declineLabels({ ...ruth, ownerDied: true }).before).toContain('Nobody in the family is told.');
});

test('a changed address counts for nothing before it is proved and agreed', () => {
  const at = (state: Parameters<typeof addressStands>[0]['state'], from: string | null = null) =>
    addressStands({ state, from }, ruth, 'UTC');
  expect(at('code-sent')).toMatch(/Nothing changes before it is entered/);
  expect(at('asked')).toMatch(/^We have asked Ruth/);
  expect(at('made', '2041-05-06T12:00:00Z')).toMatch(/before 6 May 2041/);
  expect(at('made', '2021-05-06T12:00:00Z')).toBe('We have your new address. Anything else goes there.');
  expect(at('refused')).toMatch(/is not used/);
});
