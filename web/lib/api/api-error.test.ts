import { describe, expect, test } from 'vitest';
import { ApiError, fieldsOf, messageOf } from './api-error.ts';

const body = JSON.stringify({
  message: 'An account with this email already exists',
  code: 'conflict',
  fields: { email: 'An account with this email already exists' },
});

describe('an answer that is no success', () => {
  test('has the status and the body as its message', () => {
    const error = new ApiError({ status: 409, statusText: 'Conflict', body });
    expect(error.message).toBe(`409: ${body}`);
    expect(error).toMatchObject({ status: 409, code: 'conflict' });
  });

  test.each([
    ['45', 45],
    ['0', undefined],
    ['Wed, 21 Oct 2031 07:28:00 GMT', undefined],
    [null, undefined],
  ])('says after how many seconds to try again: %s', (retryAfter, seconds) => {
    const error = new ApiError({ status: 429, statusText: 'Too Many Requests', body: '', retryAfter });
    expect(error.retryAfterSeconds).toBe(seconds);
  });

  test('has the status text where the body is empty', () => {
    const error = new ApiError({ status: 502, statusText: 'Bad Gateway', body: '' });
    expect(error.message).toBe('502: Bad Gateway');
  });

  test.each(['<h1>Bad Gateway</h1>', '"text"', 'null', '{"message":""}'])(
    'has no sentence for a person in the body %s',
    (other) => {
      const error = new ApiError({ status: 502, statusText: 'Bad Gateway', body: other });
      expect(messageOf(error, 'Please try again.')).toBe('Please try again.');
      expect(fieldsOf(error)).toEqual({});
    },
  );
});

describe('what is told to the person', () => {
  const error = new ApiError({ status: 409, statusText: 'Conflict', body });

  test("is the server's sentence", () => {
    expect(messageOf(error, 'Please try again.')).toBe('An account with this email already exists');
    expect(fieldsOf(error)).toEqual({ email: 'An account with this email already exists' });
  });

  test('is the fallback for anything else', () => {
    expect(messageOf(new TypeError('Failed to fetch'), 'Please try again.')).toBe('Please try again.');
  });
});
