import { describe, expect, test } from 'vitest';
import {
  describeErrors,
  failureTitle,
  storageLimitReached,
  usageOf,
  validateMemory,
} from './memory-rules.ts';
import { changesKind, noValues, parseValues, someoneElse } from './memory-values.ts';

const letter = { ...noValues, title: 'For your thirtieth', recipient: 'Maya', content: 'Dear Maya' };
const stats = {
  photoCount: 3,
  videoCount: 1,
  audioCount: 0,
  letterCount: 5,
  scheduledDeliveries: 0,
  physicalItemsCount: 0,
  physicalItemsEver: 0,
  deliveryDatesThisYear: 0,
  planInForce: 'free',
  unpaidSince: null,
} as const;

describe('what must be filled in', () => {
  test('title and recipient; blanks are nothing', () => {
    expect(Object.keys(validateMemory('photo', noValues))).toEqual(['title', 'recipient']);
    expect(Object.keys(validateMemory('letter', { ...letter, title: '  ' }))).toEqual(['title']);
    expect(validateMemory('letter', letter)).toEqual({});
  });

  test('of somebody new what the address book asks for; the rest says who is missing', () => {
    const tom = { ...letter, recipient: 'Tom', recipientId: someoneElse, firstName: 'Tom' };
    const errors = validateMemory('letter', tom);
    expect(Object.keys(errors)).toEqual(['lastName', 'relationship']);
    expect(describeErrors('letter', errors)?.message).toBe(
      'Please fill in all required fields (First Name, Last Name, and Relationship)',
    );
    expect(validateMemory('letter', { ...tom, lastName: 'Marlowe', relationship: 'child' })).toEqual({});
    const nobody = validateMemory('letter', { ...letter, recipient: '', recipientId: someoneElse });
    expect(Object.keys(nobody)).toEqual(['recipient', 'firstName', 'lastName', 'relationship']);
    expect(describeErrors('letter', nobody)?.title).toBe('Required fields missing');
  });

  test('a letter of 5000 characters is whole, one more is too many', () => {
    expect(validateMemory('letter', { ...letter, content: 'a'.repeat(5000) })).toEqual({});
    expect(validateMemory('letter', { ...letter, content: 'a'.repeat(5001) })).toEqual({
      content: 'This letter is 1 character too long.',
    });
  });
});

describe('plan limits', () => {
  test('each kind has its own', () => {
    expect(usageOf('video', stats)).toEqual({ used: 1, limit: 1, isFull: true });
    expect(usageOf('letter', stats).isFull).toBe(true);
    expect(usageOf('letter', { ...stats, planInForce: 'basic' })).toEqual({
      used: 5,
      limit: 30,
      isFull: false,
    });
  });

  test('are said in the words of the product', () => {
    expect(storageLimitReached('video', 'free').message).toBe(
      "You've reached your First Echo plan limit for videos. Consider upgrading your plan or removing some existing content.",
    );
  });

  test('say, where the plan is not paid, that all is kept and where it is paid', () => {
    expect(storageLimitReached('video', 'basic', '2030-01-31T12:00:00.000Z').message).toMatch(
      /^Golden Thread is not paid .*plan limit of First Echo.*is kept\. .*settings/,
    );
  });

  test('the server’s refusal has its own title', () => {
    expect(failureTitle("You've reached your First Echo plan limit for videos.")).toBe('Plan Limit Reached');
    expect(failureTitle('Failed to save memory')).toBe('Error saving memory');
  });
});

describe('drafts', () => {
  test('only whole values are taken from a stored draft', () => {
    expect(parseValues(letter)).toEqual(letter);
    expect(parseValues({ ...letter, more: 1 })).toEqual(letter);
    expect(parseValues({ ...letter, content: 7 })).toBeNull();
    expect(parseValues({ title: 'x' })).toBeNull();
    expect(parseValues(null)).toBeNull();
  });

  test('each memory that is changed has a draft of its own', () => {
    expect(changesKind('m')).toBe('memory:m');
  });
});
