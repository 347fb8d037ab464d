import { and, eq, like } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import {
  createLetter,
  createPerson,
  createRecipient,
  createSchedule,
  type Person,
} from '../../../../../test/factories.ts';
import { mailTo } from '../../../../../test/mailbox.ts';
import { sendMail } from '../../../../../test/outbox.ts';
import { beginWindow } from '../../../../../test/trusted-access.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { schedules } from '../../../delivery/deliveries/deliveries.table.ts';
import { outboxMails } from '../../../outbox/messages/mails/mails.table.ts';
import { releaseHeldMails } from '../../../outbox/messages/mails/quota/quota.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { remindOfComing } from './week-before.ts';

const clock = createTestClock('2031-03-06T15:42:00Z');
const testApp = await startTestApp({ clock });
const { services } = testApp;
const { db } = services;
const noon = '2031-05-04T16:00:00.000Z';
const aWeekBefore = '2031-04-27T16:00:00Z';
beforeEach(() => clock.set('2031-03-06T15:42:00Z'));

async function planned(deliveryDate = noon, person: Record<string, unknown> = {}) {
  const owner = await createPerson(testApp, { timezone: 'America/New_York', plan: 'premium' });
  const maya = await createRecipient(owner, person);
  const { id: memoryId } = await createLetter(owner, { title: 'The blue boat' });
  const plan = { memoryId, timezone: 'America/New_York', recipientIds: [maya.id] };
  const schedule = await createSchedule(owner, { ...plan, deliveryDate });
  return { owner, maya, schedule, memoryId };
}

const written = ({ user }: Person) =>
  db
    .select()
    .from(outboxMails)
    .where(and(eq(outboxMails.userId, user.id), eq(outboxMails.kind, 'week-before')));

/** Runs the timer at this instant, and returns what goes out ten minutes later. */
async function remindedAt(owner: Person, instant: string) {
  clock.set(instant);
  await remindOfComing(services);
  clock.advance(600);
  await releaseHeldMails(services);
  for (const { id } of await written(owner)) await sendMail(services, id);
  return (await mailTo(services, owner.user.email)).filter(({ subject }) => subject?.startsWith('In a week'));
}

test('the owner is told once, a week before, of what comes to whom, and when', async () => {
  const { owner, memoryId, maya } = await planned();
  const ana = await createRecipient(owner, { firstName: 'Ana', email: null });
  const recipientIds = [maya.id, ana.id];
  await createSchedule(owner, { memoryId, deliveryDate: noon, timezone: 'America/New_York', recipientIds });
  expect(await remindedAt(owner, '2031-04-27T15:40:00Z')).toEqual([]);
  const [mail, ...more] = await remindedAt(owner, aWeekBefore);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('In a week Maya and Ana hear from you');
  expect(mail?.text).not.toContain('The blue boat');
  expect(mail?.text).toContain('Two letters for Maya, on Sunday, 4 May 2031 at 12:00 Eastern, by email');
  expect(mail?.text).toContain('12:00 Eastern, but there is no address for Ana yet');
  expect(mail?.text).toContain('/rehearsal');
  expect(await remindedAt(owner, '2031-04-29T16:00:00Z')).toHaveLength(1);
});

test('a day that is corrected afterwards makes no second one; another year does', async () => {
  const { owner, schedule } = await planned();
  expect(await remindedAt(owner, aWeekBefore)).toHaveLength(1);
  const move = async (at: string) => {
    const deliveryDate = new Date(at);
    const columns = { deliveryDate, dueAt: deliveryDate, localDate: at.slice(0, 10), updatedAt: clock.now() };
    await db.update(schedules).set(columns).where(eq(schedules.id, schedule.id));
  };
  await move('2031-05-24T16:00:00.000Z');
  expect(await remindedAt(owner, '2031-05-17T16:00:00Z')).toHaveLength(1);
  await move('2032-05-04T16:00:00.000Z');
  expect(await remindedAt(owner, '2032-04-27T16:00:00Z')).toHaveLength(2);
});

test.each<[string, (scene: Awaited<ReturnType<typeof planned>>) => Promise<unknown>]>([
  [
    'who wants no reminders',
    ({ owner }) =>
      owner.request({
        method: 'PATCH',
        url: '/api/user/notifications',
        payload: { reminderNotifications: false },
      }),
  ],
  ['of whom somebody says that they have died', ({ owner }) => beginWindow(testApp, owner)],
  [
    'who leaves',
    ({ owner }) =>
      db.update(users).set({ deletionRequestedAt: clock.now() }).where(eq(users.id, owner.user.id)),
  ],
  [
    'about somebody who has died',
    ({ maya }) => db.update(recipients).set({ diedAt: clock.now() }).where(eq(recipients.id, maya.id)),
  ],
  [
    'about somebody who wants nothing more',
    ({ maya }) => db.update(recipients).set({ declinedAt: clock.now() }).where(eq(recipients.id, maya.id)),
  ],
])('nobody is reminded %s', async (_who, change) => {
  const scene = await planned();
  await change(scene);
  clock.set(aWeekBefore);
  await remindOfComing(services);
  expect(await written(scene.owner)).toEqual([]);
});

test('nor of what was planned within the week; what was cancelled meanwhile is not told', async () => {
  clock.set('2031-04-28T16:00:00Z');
  const { owner } = await planned();
  await remindOfComing(services);
  expect(await written(owner)).toEqual([]);

  clock.set('2031-03-06T15:42:00Z');
  const cancelled = await planned();
  clock.set(aWeekBefore);
  await remindOfComing(services);
  expect(await written(cancelled.owner)).toHaveLength(1);
  await db.delete(schedules).where(eq(schedules.id, cancelled.schedule.id));
  expect(await remindedAt(cancelled.owner, '2031-04-27T16:10:00Z')).toEqual([]);
});

test('a restored database, which does not remember it, sends it no second time', async () => {
  const { owner } = await planned();
  expect(await remindedAt(owner, aWeekBefore)).toHaveLength(1);
  await db.delete(outboxMails).where(like(outboxMails.dedupeKey, 'week-before:%'));
  expect(await remindedAt(owner, '2031-04-27T17:00:00Z')).toHaveLength(1);
});
