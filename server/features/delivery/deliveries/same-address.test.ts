import { describe, expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { claimFor, deliveriesOf, startDelivery } from '../../../../test/started-delivery.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import type { ClaimedDelivery } from './claim.ts';
import { deliverBatch } from './deliver-batch.ts';
import { type Attempt, recordOutcomes } from './record-outcomes.ts';
import { giveUpDays, mailsWithoutAnswer } from './retries.ts';
import type { Outcome } from './send-delivery.ts';

// A person has one mailbox into which a delivery goes. What else is corrected of them sends nothing there again.

const testApp = await startTestApp({ clock: createTestClock('2030-05-04T12:00:00Z') });
const { services, clock } = testApp;

const silence: Outcome = { kind: 'later', unknown: true, message: 'the connection ended' };
const refused: Outcome = { kind: 'waiting', reason: 'bad_address', message: '550 no such person' };
const phone = '+1 212 555 0134';

const thirdMail = (delivery: ClaimedDelivery) => ({
  delivery: { ...delivery, unansweredMails: mailsWithoutAnswer - 1 },
  outcome: silence,
});
const lastTry = (delivery: ClaimedDelivery) => ({
  delivery: { ...delivery, firstAttempt: minutesAfter(clock.now(), -giveUpDays * 24 * 60) },
  outcome: silence,
});

/** A delivery that `stop` stops; `correct` changes its person's entry and answers its row. */
async function stoppedFor(resultOf: (delivery: ClaimedDelivery) => Attempt) {
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
  const stop = () => recordOutcomes(services, [resultOf(delivery)]);
  return { id: delivery.id, row, correct, stop };
}

const stops = [
  ['nobody knows whether it arrived', thirdMail, { status: 'waiting', waitingReason: 'outcome_unknown' }],
  ['given up after seven days', lastTry, { status: 'failed' }],
  [
    'the e-mail address was refused',
    (delivery: ClaimedDelivery) => ({ delivery, outcome: refused }),
    { status: 'waiting', waitingReason: 'bad_address' },
  ],
] as const;

describe.each(stops)('%s', (_what, resultOf, stopped) => {
  test.each([
    ['a phone beside the e-mail address', { phone }],
    ['a postal address', { mailingAddress: '1 Harbour Road' }],
    ['a name', { firstName: 'Maia' }],
  ])('%s starts nothing', async (_change, change) => {
    const { row, correct, stop } = await stoppedFor(resultOf);
    await stop();
    expect(await row()).toMatchObject(stopped);
    expect(await correct(change)).toMatchObject(stopped);
  });

  test('a phone written down during the last try starts nothing either', async () => {
    const { row, correct, stop } = await stoppedFor(resultOf);
    await correct({ phone });
    await stop();
    expect(await row()).toMatchObject(stopped);
  });

  test.each([
    ['another e-mail address', { email: 'another@example.com' }, 'another@example.com'],
    ['no e-mail address any more, but a phone', { email: undefined, phone }, phone],
  ])('%s gets it', async (_change, change, sentTo) => {
    const { id, row, correct, stop } = await stoppedFor(resultOf);
    await stop();
    expect(await correct(change)).toMatchObject({ status: 'pending', waitingReason: null });
    await deliverBatch(services, [id]);
    expect(await row()).toMatchObject({ status: 'delivered', sentTo });
  });
});
