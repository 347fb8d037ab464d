import { expect, test } from 'vitest';
import { longestSendSeconds } from '../../../platform/mail/smtp-mailer.ts';
import { leaseSeconds, sendSeconds } from './claim.ts';

/** What a hand-over does besides sending: addresses are read again, and a file is hashed. */
const besidesSeconds = 60;

test('whoever starts a hand-over still holds the lease when the slowest mail server has answered', () => {
  expect(sendSeconds).toBeGreaterThanOrEqual(longestSendSeconds + besidesSeconds);
});

test('a lease need not be extended for each mail of a batch', () => {
  expect(leaseSeconds).toBeGreaterThan(sendSeconds);
});
