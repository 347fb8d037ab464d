import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { dueLetter } from '../../../../test/due-letter.ts';
import { createPerson } from '../../../../test/factories.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { sendMailsAbout } from '../../../../test/outbox.ts';
import { claimFor, deliveriesOf, spendRetries, startDelivery } from '../../../../test/started-delivery.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { giveUpSeconds } from '../../outbox/messages/retries/retries.ts';
import { deliverBatch } from './send/deliver-batch.ts';
import { recordOutcomes } from './send/record-outcomes.ts';

const lines: string[] = [];
const testApp = await startTestApp({
  clock: createTestClock('2030-05-04T12:00:00Z'),
  env: { LOG_LEVEL: 'error' },
  onLog: (line) => lines.push(line),
});
const { services, clock } = testApp;
const { db } = services;
const day = 24 * 60 * 60;

test('F19: an outage of ours does not use up the retries: only what a worker waited for counts', async () => {
  const letter = await dueLetter(services);
  const busy = { code: 451, text: 'Not now' };
  expect(await letter.attempt(busy)).toMatchObject({ status: 'pending' });
  clock.advance(8 * day);
  expect(await letter.attempt(busy)).toMatchObject({ status: 'pending' });
  for (;;) {
    const { status, attemptAfter, retryingSeconds } = await letter.reload();
    if (status !== 'pending') break;
    expect(retryingSeconds).toBeLessThan(giveUpSeconds + 3600);
    if (retryingSeconds < giveUpSeconds) await spendRetries(testApp, letter);
    clock.set(attemptAfter);
    await letter.attempt(busy);
  }
  expect(await letter.reload()).toMatchObject({ status: 'failed', errorMessage: '451 4.3.0 Not now' });
});

async function failed() {
  const started = await startDelivery(testApp);
  const delivery = await claimFor(testApp, started);
  await spendRetries(testApp, delivery);
  const message = '451 maya@example.com: not now';
  await recordOutcomes(services, [{ delivery, outcome: { kind: 'later', unknown: false, message } }]);
  const row = async () => (await deliveriesOf(testApp, started))[0];
  expect(await row()).toMatchObject({ status: 'failed' });
  return { started, delivery, row };
}

async function hireStaff() {
  const member = await createPerson(testApp);
  await db.update(users).set({ isAdmin: true }).where(eq(users.id, member.user.id));
  return member;
}

describe('a delivery that failed', () => {
  test('asks its owner once, in plain words', async () => {
    const { started, delivery } = await failed();
    await sendMailsAbout(services, delivery.id);
    await sendMailsAbout(services, delivery.id);
    const mails = await mailTo(services, started.owner.user.email);
    const asked = mails.filter(({ subject }) => subject?.startsWith('We could not deliver'));
    expect(asked).toHaveLength(1);
    expect(asked[0]?.text).toContain('We tried for seven days to send Maya the link');
    expect(asked[0]?.text).toContain(`/recipients?edit=${started.recipients[0]?.id}`);
    expect(asked[0]?.text).not.toMatch(/\b451\b/);
  });

  test('whose address was corrected meanwhile asks nobody', async () => {
    const member = await hireStaff();
    const { started, delivery } = await failed();
    const [recipient] = started.recipients;
    const payload = { ...recipient, email: `new.${delivery.id}@example.com` };
    await started.owner.request({ method: 'PUT', url: `/api/recipients/${recipient?.id}`, payload });
    await sendMailsAbout(services, delivery.id);
    const mails = [
      ...(await mailTo(services, started.owner.user.email)),
      ...(await mailTo(services, member.user.email)),
    ];
    expect(mails.filter(({ subject }) => /could not deliver|have stopped/.test(subject ?? ''))).toEqual([]);
  });

  test('is told to everybody of the staff, together with others, without an address', async () => {
    const members = [await hireStaff(), await hireStaff()];
    const first = await failed();
    const second = await failed();
    await sendMailsAbout(services, first.delivery.id);
    await sendMailsAbout(services, second.delivery.id);
    for (const { user } of members) {
      const told = (await mailTo(services, user.email)).filter(({ subject }) => subject?.includes('stopped'));
      expect(told.map(({ subject }) => subject)).toEqual(['Deliveries that have stopped: 2']);
      expect(told[0]?.text).toContain(first.delivery.id);
      expect(told[0]?.text).toContain(second.delivery.id);
      expect(told[0]?.text).not.toContain('maya@');
      expect(told[0]?.text).toMatch(new RegExp(`${services.config.publicUrl}/admin/deliveries$`, 'm'));
    }
  });

  test('is an error in the log where there is no staff to tell', async () => {
    await db.update(users).set({ isAdmin: false });
    lines.length = 0;
    const { delivery } = await failed();
    expect(lines.filter((line) => line.includes(delivery.id) && line.includes('staff'))).toHaveLength(1);
  });

  test('says so with its reason in every list of schedules', async () => {
    const { started } = await failed();
    const listed = await started.owner.request({ method: 'GET', url: '/api/schedules' });
    expect(listed.json()[0].recipients[0]).toMatchObject({
      state: 'failed',
      waitingReason: expect.stringMatching(/^We tried for seven days/),
    });
  });
});

describe('POST /api/schedules/{id}/retries', () => {
  const retry = ({ started }: Awaited<ReturnType<typeof failed>>, by = started.owner) =>
    by.request({ method: 'POST', url: `/api/schedules/${started.scheduleId}/retries` });

  test('201: it is sent once more, with all its time', async () => {
    const stopped = await failed();
    const answer = await retry(stopped);
    expect(answer.statusCode).toBe(201);
    expect(answer.json().recipients).toMatchObject([{ state: 'pending', waitingReason: null }]);
    expect(await stopped.row()).toMatchObject({ status: 'pending', retryingSeconds: 0 });
    await deliverBatch(services, [stopped.delivery.id]);
    expect(await stopped.row()).toMatchObject({ status: 'delivered' });
  });

  test('409: nothing of it has failed', async () => {
    const stopped = await failed();
    await retry(stopped);
    expect((await retry(stopped)).statusCode).toBe(409);
  });

  test('404: somebody else’s schedule', async () => {
    const stopped = await failed();
    expect((await retry(stopped, await createPerson(testApp))).statusCode).toBe(404);
    expect(await stopped.row()).toMatchObject({ status: 'failed' });
  });
});
