import { expect, test } from 'vitest';
import { longestSendSeconds } from '../../../platform/mail/smtp-mailer.ts';
import { leaseSeconds, sendSeconds } from './claim.ts';

/** For the work before sending: the snapshot is read again, and a file is hashed. */
const preparationSeconds = 60;

test('a worker that starts sending still holds the lease when the slowest mail server has answered', () => {
  expect(sendSeconds).toBeGreaterThanOrEqual(longestSendSeconds + preparationSeconds);
});

test('a lease is not extended for each mail of a batch', () => {
  expect(leaseSeconds).toBeGreaterThan(sendSeconds);
});
