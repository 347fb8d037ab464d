// F29: a recipient's address is corrected between queueing and sending. The latest one is used, and the old one gets nothing.
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '../../server/features/accounts/profile/profile.table.ts';
import { deliverBatch } from '../../server/features/delivery/deliveries/send/deliver-batch.ts';
import { startDueSchedules } from '../../server/features/delivery/deliveries/start/start.ts';
import { changeRecipient } from '../../server/features/people/recipients/recipients.ts';
import { recipientHooks } from '../../server/wiring.ts';
import { createTestClock, eventually } from '../app.ts';
import { startSmtpServer } from '../fakes/smtp-server.ts';
import {
  allDelivered,
  countByStatus,
  deliveryMails,
  expectEachSentOnce,
  expectReconciled,
} from './support/deliveries.ts';
import {
  addRecipient,
  recipientForm,
  registerCaller,
  scheduleLetter,
  writeLetter,
} from './support/people.ts';
import { mailThrough, makePlace, type Place } from './support/place.ts';
import { startProcess } from './support/processes.ts';
import { milliseconds, openRandomness } from './support/randomness.ts';
import { seedAtOnce } from './support/seed.ts';
import { openWorkbench } from './support/workbench.ts';

/** One owner with `count` letters scheduled for recipients of their own. */
async function scheduleMany({ db }: Place, address: string, count: number) {
  const caller = await registerCaller(address, db);
  const letter = await writeLetter(caller, address, db);
  const people = [];
  for (let n = 0; n < count; n++) {
    const before = `before.${n}@example.com`;
    const { id } = await addRecipient(caller, address, before);
    const deliveryDate = new Date('2031-05-01T12:00:00Z');
    await scheduleLetter(caller, address, { memoryId: letter.id, recipientIds: [id], deliveryDate });
    people.push({ id, before, after: `after.${n}@example.com` });
  }
  const setDue = async (dueAt: Date) => {
    const at = dueAt.toISOString();
    await db.execute(sql`update schedules set due_at = ${at}, delivery_date = ${at}`);
  };
  const correct = async (person: { id: string; after: string }) => {
    const json = recipientForm(person.after);
    return (await caller.call(address, { method: 'PUT', path: `/api/recipients/${person.id}`, json })).status;
  };
  return { people, setDue, correct };
}

test('queued under the old address, corrected, then sent: only the new one gets it', async () => {
  const smtp = await startSmtpServer();
  const place = await makePlace(mailThrough(smtp.url));
  const web = await startProcess(place.env, { role: 'web' });
  const { people, setDue, correct } = await scheduleMany(place, web.address, 10);
  await setDue(new Date());
  const queueing = await openWorkbench(place, { clock: createTestClock(), smtpUrl: smtp.url });
  await startDueSchedules(queueing.services);
  expect(await countByStatus(place.db)).toEqual({ pending: 10 });
  for (const person of people) expect(await correct(person)).toBe(200);
  await startProcess(place.env, { role: 'worker' });
  await allDelivered(place.db, 10);
  expectEachSentOnce(smtp, 10);
  const sentTo = smtp.messages.filter(({ messageId }) => messageId.startsWith('delivery.'));
  expect(sentTo.flatMap(({ envelope }) => envelope.to).sort()).toEqual(
    people.map(({ after }) => after).sort(),
  );
  await expectReconciled(place.db);
});

test('corrected while others of its batch are being sent: only the new address gets it', async () => {
  const place = await makePlace();
  const { db } = place;
  const clock = createTestClock('2026-11-20T12:00:00Z');
  const smtp = await startSmtpServer();
  const { services } = await openWorkbench(place, { clock, smtpUrl: smtp.url });
  const count = 30;
  await seedAtOnce(db, { count, dueAt: clock.now(), owners: count });
  await startDueSchedules(services);
  const rows = await db.execute<{ id: string }>(sql`select id from delivery_queue order by due_at`);
  let letGo: () => void = () => {};
  const held = new Promise<'accept'>((resolve) => {
    letGo = () => resolve('accept');
  });
  smtp.behave(({ stage }) => (stage === 'sender' ? held : 'accept'));
  const batch = deliverBatch(
    services,
    rows.rows.map(({ id }) => id),
  );
  await eventually(async () => smtp.connections === 5, 'the first to be on their way');
  // What is still waiting behind those that are held up right now.
  const owners = await db.select().from(users);
  const people = await db.execute<{ id: string; user_id: string; email: string }>(
    sql`select * from recipients`,
  );
  for (const { id, user_id, email } of people.rows) {
    const owner = owners.find((user) => user.id === user_id);
    if (!owner) throw new Error('A recipient without an owner');
    const form = { ...recipientForm(email.replace('person', 'corrected')), trustedContact: false };
    await changeRecipient(services, recipientHooks, owner, id, { ...form, relationship: 'child' });
  }
  clock.advance(2);
  letGo();
  await batch;
  expectEachSentOnce(smtp, count);
  const corrected = smtp.messages.filter(({ envelope }) => envelope.to[0]?.startsWith('corrected-'));
  // Ten were in conversation with the mail server when the addresses changed.
  expect(corrected.length).toBe(count - 10);
  await expectReconciled(db, clock.now());
});

test('corrected around the very instant, with real processes: one mail, and an answered correction counts', async () => {
  const smtp = await startSmtpServer();
  const place = await makePlace(mailThrough(smtp.url));
  const { db } = place;
  const randomness = openRandomness();
  const [web] = await Promise.all([
    startProcess(place.env, { role: 'web' }),
    startProcess(place.env, { role: 'worker' }),
  ]);
  const { people, setDue, correct } = await scheduleMany(place, web.address, 30);
  const dueAt = new Date(Date.now() + 500);
  await setDue(dueAt);
  const answeredAt = await Promise.all(
    people.map(async (person) => {
      // The sweep runs once a second.
      await milliseconds(dueAt.getTime() - Date.now() + randomness.below(1_200));
      expect(await correct(person)).toBe(200);
      return new Date();
    }),
  );
  await allDelivered(db, people.length);
  expectEachSentOnce(smtp, people.length);
  const claims = await db.execute<{ recipient_id: string; sent_to: string; last_attempt: Date }>(
    sql`select recipient_id, sent_to, last_attempt from delivery_queue`,
  );
  for (const [n, person] of people.entries()) {
    const claim = claims.rows.find(({ recipient_id }) => recipient_id === person.id);
    const wasClaimedLater = new Date(claim?.last_attempt ?? 0) > (answeredAt[n] ?? dueAt);
    expect(wasClaimedLater ? [person.after] : [person.before, person.after]).toContain(claim?.sent_to);
  }
  expect(deliveryMails(smtp)).toHaveLength(people.length);
  await expectReconciled(db);
});
