import { describe, expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { claimFor, deliveriesOf, spendRetries, startDelivery } from '../../../../test/started-delivery.ts';
import { mailsWithoutAnswer } from '../../outbox/messages/retries/retries.ts';
import type { ClaimedDelivery } from './send/claim.ts';
import { deliverBatch } from './send/deliver-batch.ts';
import type { Attempt, Outcome } from './send/outcome.ts';
import { recordOutcomes } from './send/record-outcomes.ts';

// Only a different address restarts a delivery. Other corrections to a recipient send nothing to the same mailbox.

const testApp = await startTestApp({ clock: createTestClock('2030-05-04T12:00:00Z') });
const { services } = testApp;

const silence: Outcome = { kind: 'later', unknown: true, message: 'the connection ended' };
const refused: Outcome = { kind: 'waiting', reason: 'bad_address', message: '550 no such person' };
const phone = '+1 212 555 0134';

const thirdMail = (delivery: ClaimedDelivery) => ({
  delivery: { ...delivery, unansweredMails: mailsWithoutAnswer - 1 },
  outcome: silence,
});
const lastAttempt = async (delivery: ClaimedDelivery) => {
  await spendRetries(testApp, delivery);
  return { delivery, outcome: silence };
};

/** A delivery that `stop` has stopped; `correct` changes its recipient and returns the row. */
async function stoppedFor(resultOf: (delivery: ClaimedDelivery) => Attempt | Promise<Attempt>) {
  const started = await startDelivery(testApp);
  const delivery = await claimFor(testApp, started);
  const [recipient] = started.recipients;
  const row = async () => (await deliveriesOf(testApp, started))[0];
  const correct = async (change: object) => {
    const url = `/api/recipients/${recipient?.id}`;
    const answer = await started.owner.request({ method: 'PUT', url, payload: { ...recipient, ...change } });
    expect(answer.statusCode).toBe(200);
    return row();
  };
  const stop = async () => recordOutcomes(services, [await resultOf(delivery)]);
  return { id: delivery.id, row, correct, stop };
}

const stops = [
  ['of unknown outcome', thirdMail, { status: 'waiting', waitingReason: 'outcome_unknown' }],
  ['failed after seven days', lastAttempt, { status: 'failed' }],
  [
    'refused at its email address',
    (delivery: ClaimedDelivery) => ({ delivery, outcome: refused }),
    { status: 'waiting', waitingReason: 'bad_address' },
  ],
] as const;

describe.each(stops)('a delivery %s', (_what, resultOf, stopped) => {
  test.each([
    ['a postal address', { mailingAddress: '1 Harbour Road' }],
    ['a name', { firstName: 'Maia' }],
  ])('is not started again by %s', async (_change, change) => {
    const { row, correct, stop } = await stoppedFor(resultOf);
    await stop();
    expect(await row()).toMatchObject(stopped);
    expect(await correct(change)).toMatchObject(stopped);
  });

  test('goes to a phone number added during the last attempt', async () => {
    const { id, row, correct, stop } = await stoppedFor(resultOf);
    await correct({ phone });
    await stop();
    await deliverBatch(services, [id]);
    expect(await row()).toMatchObject({ status: 'delivered', sentTo: phone });
  });

  test.each([
    ['a second email address', { secondEmail: 'second@example.com' }, 'second@example.com'],
    ['a phone number in addition to the email address', { phone }, phone],
    ['another email address', { email: 'another@example.com' }, 'another@example.com'],
    ['a phone number instead of the email address', { email: undefined, phone }, phone],
  ])('is sent to %s', async (_change, change, sentTo) => {
    const { id, row, correct, stop } = await stoppedFor(resultOf);
    await stop();
    expect(await correct(change)).toMatchObject({ status: 'pending', waitingReason: null });
    await deliverBatch(services, [id]);
    expect(await row()).toMatchObject({ status: 'delivered', sentTo });
  });
});
