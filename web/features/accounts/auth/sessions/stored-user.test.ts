import { describe, expect, test } from 'vitest';
import { parseStoredUser, storedUserText } from './stored-user.ts';

const ruth = {
  firstName: 'Ruth',
  lastName: 'Alvarez',
  email: 'ruth@example.com',
  phone: null,
  address: '1 Harbour Road',
  profilePicture: '/api/user/profile-picture?v=1',
  subscriptionPlan: 'basic',
  timezone: 'America/Chicago',
  emailVerified: true,
  erasedAfter: null,
} as const;

describe('the user in the browser', () => {
  test('comes back as it was stored', () => {
    expect(parseStoredUser(storedUserText(ruth))).toEqual(ruth);
  });

  test('never contains the picture itself, only its URL', () => {
    const text = storedUserText({ ...ruth, profilePicture: 'data:image/png;base64,iVBORw0KGgo=' });
    expect(text).not.toContain('iVBOR');
    expect(parseStoredUser(text)?.profilePicture).toBeNull();
  });

  test('contains only what the pages show', () => {
    const answered = { ...ruth, dateOfBirth: '1948-03-02', password: 'secret' };
    expect(JSON.parse(storedUserText(answered))).toEqual(ruth);
  });

  test.each([undefined, 'gold'])('is on the free plan where the plan is %s', (subscriptionPlan) => {
    expect(parseStoredUser(JSON.stringify({ ...ruth, subscriptionPlan }))?.subscriptionPlan).toBe('free');
  });

  test.each(['', '{', 'null', '"Ruth"', '[]', '{"firstName":"Ruth"}'])('is none in the text %s', (text) => {
    expect(parseStoredUser(text)).toBeNull();
  });
});
