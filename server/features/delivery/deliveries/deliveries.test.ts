import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { ReceivedCover } from '../../../../shared/delivery/received.ts';
import type { Schedule } from '../../../../shared/delivery/schedules.ts';
import { createTestClock, eventually, startTestApp } from '../../../../test/app.ts';
import {
  createApprovedLetter,
  createPerson,
  createRecipient,
  createSchedule,
  type Person,
} from '../../../../test/factories.ts';
import { firstMailTo, mailTo, receivedTokenIn } from '../../../../test/mailbox.ts';
import { auditLog } from '../../system/audit/audit.table.ts';
import { deliveryQueue } from './deliveries.table.ts';
import { sweepDueDeliveries } from './start/sweep.jobs.ts';

const clock = createTestClock('2026-11-20T12:00:00Z');
const testApp = await startTestApp({ clock });
const { services } = testApp;
await testApp.work();

/** A letter that falls due in a minute, for these recipients. */
async function scheduledFor(people: Record<string, unknown>[], fields: Record<string, unknown> = {}) {
  const owner = await createPerson(testApp);
  const { id: memoryId } = await createApprovedLetter(owner);
  const recipients = await Promise.all(people.map((person) => createRecipient(owner, person)));
  const deliveryDate = new Date(clock.now().getTime() + 60_000).toISOString();
  const recipientIds = recipients.map((recipient) => recipient.id);
  const schedule = await createSchedule(owner, { memoryId, deliveryDate, recipientIds, ...fields });
  return { owner, memoryId, recipients, schedule };
}

const reload = async (owner: Person, id: string) =>
  (await owner.request({ url: `/api/schedules/${id}` })).json<Schedule>();

async function fallDue() {
  clock.advance(61);
  await sweepDueDeliveries(services);
}

const delivered = (owner: Person, id: string) =>
  eventually(async () => {
    const schedule = await reload(owner, id);
    return schedule.isDelivered && schedule;
  }, 'the schedule to be delivered');

/** The mails to the owner about deliveries, without those about the account. */
const deliveryMailsTo = async (owner: Person) =>
  (await mailTo(services, owner.user.email)).filter(({ messageId }) =>
    /^(delivered|address-needed)\./.test(messageId),
  );

describe('a scheduled letter', () => {
  test('is sent once, at its time and not before, and its owner is notified', async () => {
    const { owner, recipients, schedule } = await scheduledFor([{}]);
    const address = recipients[0]?.email ?? '';
    clock.advance(59);
    await sweepDueDeliveries(services);
    expect(await mailTo(services, address)).toEqual([]);
    clock.advance(1);
    await Promise.all([sweepDueDeliveries(services), sweepDueDeliveries(services)]);
    const after = await delivered(owner, schedule.id);
    expect(after.recipients).toMatchObject([{ state: 'delivered' }]);
    const messages = await mailTo(services, address);
    expect(messages).toHaveLength(1);
    expect(messages[0]?.messageId).toMatch(/^delivery\.[0-9a-f-]{36}@localhost$/);
    expect(`${messages[0]?.subject}${messages[0]?.text}${messages[0]?.html}`).not.toContain(
      'For your thirtieth',
    );
    // Confirmations wait a minute for each other.
    await services.db.execute("update pgboss.job set start_after = now() where name = 'send-mails'");
    const confirmation = await eventually(async () => (await deliveryMailsTo(owner))[0], 'the confirmation');
    expect(confirmation.text).toContain('For your thirtieth');
  });

  test('is not confirmed to an owner who wants no confirmations', async () => {
    const { owner, schedule } = await scheduledFor([{}]);
    await owner.request({
      method: 'PATCH',
      url: '/api/user/notifications',
      payload: { deliveryNotifications: false },
    });
    await fallDue();
    await delivered(owner, schedule.id);
    const isSettled = await eventually(async () => {
      const rows = await services.db.execute(
        `select 1 from schedules where id = '${schedule.id}' and is_delivered`,
      );
      return rows.rows.length > 0;
    }, 'the schedule to be closed');
    expect(isSettled).toBe(true);
    expect(await deliveryMailsTo(owner)).toEqual([]);
  });

  test('security 50: does not leave its link in the database', async () => {
    const { owner, recipients, schedule } = await scheduledFor([{}]);
    await fallDue();
    await delivered(owner, schedule.id);
    const token = receivedTokenIn(await firstMailTo(services, recipients[0]?.email ?? ''));
    const rows = await services.db
      .select()
      .from(deliveryQueue)
      .where(eq(deliveryQueue.scheduleId, schedule.id));
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('is sent as a text message to a recipient with only a phone number', async () => {
    const { owner, schedule } = await scheduledFor([{ email: undefined, phone: '+1 212 555 0134' }]);
    await fallDue();
    await delivered(owner, schedule.id);
    const [message] = await mailTo(services, '+12125550134');
    expect(message).toMatchObject({ channel: 'sms' });
  });
});

describe('a delivery waits', () => {
  test('without an address: the owner is asked, and it is sent to the corrected address', async () => {
    const { owner, recipients, schedule } = await scheduledFor([
      {},
      { firstName: 'Daniel', email: undefined },
    ]);
    await fallDue();
    const waiting = await eventually(async () => {
      const now = await reload(owner, schedule.id);
      return now.recipients.some((each) => each.state === 'waiting') && now;
    }, 'Daniel to wait');
    expect(waiting.isDelivered).toBe(false);
    const question = await eventually(async () => (await deliveryMailsTo(owner))[0], 'the owner to be asked');
    expect(question.subject).toBe('We could not reach Daniel');
    expect(question.text).toContain('we have neither an email address nor a phone number to send it to');
    const daniel = recipients[1];
    const payload = {
      firstName: 'Daniel',
      lastName: 'Alvarez',
      relationship: 'sibling',
      email: `daniel.${schedule.id}@example.com`,
    };
    const answer = await owner.request({ method: 'PUT', url: `/api/recipients/${daniel?.id}`, payload });
    expect(answer.statusCode).toBe(200);
    await delivered(owner, schedule.id);
    expect(await mailTo(services, payload.email)).toHaveLength(1);
    expect(await mailTo(services, recipients[0]?.email ?? '')).toHaveLength(1);
  });

  test('only for the new address, if it was changed before the delivery was due (F29)', async () => {
    const { owner, recipients, schedule } = await scheduledFor([{}]);
    const [maya] = recipients;
    const payload = { ...maya, email: `new.${schedule.id}@example.com` };
    await owner.request({ method: 'PUT', url: `/api/recipients/${maya?.id}`, payload });
    await fallDue();
    await delivered(owner, schedule.id);
    expect(await mailTo(services, maya?.email ?? '')).toEqual([]);
    expect(await mailTo(services, payload.email)).toHaveLength(1);
  });

  test('while a letter rewritten just before its time is checked, and is then sent', async () => {
    const { owner, memoryId, schedule, recipients } = await scheduledFor([{}]);
    await services.db.execute(
      `update memories set is_approved = false, checked_at = null where id = '${memoryId}'`,
    );
    await fallDue();
    await eventually(
      async () => (await reload(owner, schedule.id)).recipients[0]?.state === 'waiting',
      'the delivery to wait',
    );
    const content = 'Dear Maya, a better beginning.';
    await owner.request({ method: 'PATCH', url: `/api/memories/${memoryId}`, payload: { content } });
    await delivered(owner, schedule.id);
    expect(await mailTo(services, recipients[0]?.email ?? '')).toHaveLength(1);
  });

  test('for us to post it if it is physical', async () => {
    const { owner, schedule } = await scheduledFor([{ mailingAddress: '1 Harbour Road' }], {
      deliveryMethod: 'physical',
    });
    await fallDue();
    const after = await reload(owner, schedule.id);
    expect(after.recipients).toMatchObject([
      { state: 'waiting', waitingReason: 'We are preparing it for the post.', isWithThePost: true },
    ]);
  });
});

describe('changes at the last moment (F28)', () => {
  test('either the cancellation wins and nothing is sent, or it is refused because delivery has started', async () => {
    for (let round = 0; round < 15; round++) {
      const { owner, recipients, schedule } = await scheduledFor([{}]);
      clock.advance(60);
      const [cancelling] = await Promise.all([
        owner.request({ method: 'DELETE', url: `/api/schedules/${schedule.id}` }),
        sweepDueDeliveries(services),
      ]);
      expect([204, 409]).toContain(cancelling.statusCode);
      if (cancelling.statusCode === 409) await delivered(owner, schedule.id);
      const expected = cancelling.statusCode === 409 ? 1 : 0;
      expect(await mailTo(services, recipients[0]?.email ?? '')).toHaveLength(expected);
    }
  });

  test('cancelled a moment before: nothing is ever sent', async () => {
    const { owner, recipients, schedule } = await scheduledFor([{}]);
    clock.advance(59);
    expect((await owner.request({ method: 'DELETE', url: `/api/schedules/${schedule.id}` })).statusCode).toBe(
      204,
    );
    await fallDue();
    expect(await mailTo(services, recipients[0]?.email ?? '')).toEqual([]);
  });
});

describe('when the owner deletes a memory', () => {
  test('F30: before its time, nothing is sent', async () => {
    const { owner, memoryId, recipients } = await scheduledFor([{}]);
    expect((await owner.request({ method: 'DELETE', url: `/api/memories/${memoryId}` })).statusCode).toBe(
      204,
    );
    await fallDue();
    expect(await mailTo(services, recipients[0]?.email ?? '')).toEqual([]);
    expect((await owner.request({ url: '/api/schedules' })).json()).toEqual([]);
  });

  test('security 50: after its delivery, the link says that it was taken back', async () => {
    const { owner, memoryId, recipients, schedule } = await scheduledFor([{}]);
    await fallDue();
    await delivered(owner, schedule.id);
    await owner.request({ method: 'DELETE', url: `/api/memories/${memoryId}?received=withdraw` });
    const token = receivedTokenIn(await firstMailTo(services, recipients[0]?.email ?? ''));
    expect(
      (await testApp.app.inject({ url: `/api/received/${token}` })).json<ReceivedCover>().recipientFirstName,
    ).toBe('Maya');
    const opened = await testApp.app.inject({ method: 'POST', url: `/api/received/${token}/open` });
    expect(opened.json()).toMatchObject({ memories: [{ withdrawn: true, content: null }] });
  });
});

test('the audit log records each delivery exactly once', async () => {
  const { owner, schedule } = await scheduledFor([{}, { firstName: 'Leo' }]);
  await fallDue();
  await delivered(owner, schedule.id);
  const rows = await services.db
    .select()
    .from(deliveryQueue)
    .where(eq(deliveryQueue.scheduleId, schedule.id));
  for (const { id } of rows) {
    const entries = await services.db.select().from(auditLog).where(eq(auditLog.subjectId, id));
    expect(entries.map((entry) => entry.action)).toEqual(['delivery.delivered']);
  }
});
