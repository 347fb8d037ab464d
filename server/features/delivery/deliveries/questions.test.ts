import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { sendMailsAbout } from '../../../../test/outbox.ts';
import { claimFor, deliveriesOf, type Started, startDelivery } from '../../../../test/started-delivery.ts';
import { sweepLostMails } from '../../outbox/messages/mails/mails.jobs.ts';
import { outboxMails } from '../../outbox/messages/mails/mails.table.ts';
import { recordOutcomes } from './send/record-outcomes.ts';

const clock = createTestClock('2030-05-04T12:00:00Z');
const testApp = await startTestApp({ clock });
const { services } = testApp;
const { db } = services;

/** A delivery whose address was refused; the job that asks its owner was lost along with the queue. */
async function refused(): Promise<{ started: Started; id: string }> {
  const started = await startDelivery(testApp);
  const delivery = await claimFor(testApp, started);
  await recordOutcomes(services, [{ delivery, outcome: { kind: 'waiting', reason: 'bad_address' } }]);
  await db.execute('delete from pgboss.job');
  return { started, id: delivery.id };
}

async function questionJobs(): Promise<number> {
  const found = await db.execute<{ count: number }>(`
    select count(*)::int as count from pgboss.job j join outbox_mails m on j.data->'mailIds' ? m.id::text
    where j.state in ('created', 'retry', 'active') and m.kind in ('address-needed', 'arrival-unknown')`);
  return found.rows[0]?.count ?? 0;
}

const questionsTo = async ({ owner }: Started) =>
  (await mailTo(services, owner.user.email)).filter(({ messageId }) =>
    messageId.startsWith('address-needed.'),
  );

test('a question lost with the queue is asked once, by the next sweep', async () => {
  const { started, id } = await refused();
  await sweepLostMails(services);
  await sweepLostMails(services);
  expect(await questionJobs()).toBe(1);
  // The queue may run a job twice.
  await sendMailsAbout(services, id);
  await sendMailsAbout(services, id);
  const [question, ...more] = await questionsTo(started);
  expect(more).toEqual([]);
  expect(question?.text).toContain(
    `We sent it to ${started.recipients[0]?.email}, and it could not be delivered there.`,
  );
  expect(await deliveriesOf(testApp, started)).toMatchObject([{ status: 'waiting' }]);

  await db.execute('delete from pgboss.job');
  await sweepLostMails(services);
  expect(await questionJobs()).toBe(0);
});

test('nobody is asked once the address has been corrected', async () => {
  const { started, id } = await refused();
  const [recipient] = started.recipients;
  const payload = { ...recipient, email: `new.${id}@example.com` };
  await started.owner.request({ method: 'PUT', url: `/api/recipients/${recipient?.id}`, payload });
  await sendMailsAbout(services, id);
  expect(await questionsTo(started)).toEqual([]);
  await db.execute('delete from pgboss.job');
  await sweepLostMails(services);
  expect(await questionJobs()).toBe(0);
});

test('an owner whom no mail reaches is asked for a week, not forever: then the mail has failed, for staff to see', async () => {
  const { started, id } = await refused();
  clock.advance(8 * 24 * 60 * 60);
  await sweepLostMails(services);
  await sendMailsAbout(services, id);
  expect(await questionsTo(started)).toEqual([]);
  const mails = await db.select().from(outboxMails).where(eq(outboxMails.subjectId, id));
  expect(mails).toMatchObject([{ sentAt: null, failedAt: clock.now() }]);
  await db.execute('delete from pgboss.job');
  await sweepLostMails(services);
  expect(await questionJobs()).toBe(0);
});
