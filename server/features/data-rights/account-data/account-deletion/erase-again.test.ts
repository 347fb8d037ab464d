import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { createPerson } from '../../../../../test/factories.ts';
import { sendMailsTo } from '../../../../../test/outbox.ts';
import { deliverDue } from '../../../../../test/released.ts';
import { deliveriesOf, startDelivery } from '../../../../../test/started-delivery.ts';
import { mailHandlers } from '../../../../mail-handlers.ts';
import { actEffects } from '../../../../wiring.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { listOpenActs } from '../../../delivery/deliveries/logged-acts/logged-acts.ts';
import { catchUpAfterRestores } from '../../../delivery/deliveries/start/catch-up.ts';
import { entriesOn, logActs } from '../../../outbox/messages/send-log/send-log.ts';
import { eraseAccount } from './erase-account.ts';

// F41: a database is restored from a backup made before an account was erased.

const testApp = await startTestApp({ clock: createTestClock('2031-03-06T15:42:00Z') });
const { services, clock } = testApp;
const { db } = services;
const catchUp = () => catchUpAfterRestores(services, mailHandlers, actEffects)();

/** What the log says about the accounts that were erased today. */
async function erasedToday() {
  const found = [];
  for await (const entry of entriesOn(services, clock.now().toISOString().slice(0, 10)))
    if (entry.event === 'act' && entry.kind === 'account-erased') found.push(entry);
  return found;
}

test('an erasure is in the log before it is done, with ids alone; it is not done while the log cannot be written', async () => {
  const { user } = await createPerson(testApp);
  await db
    .update(users)
    .set({ deletionRequestedAt: clock.now(), deletionReceived: 'withdraw' })
    .where(eq(users.id, user.id));
  await sendMailsTo(services, user.email);
  clock.advance(15 * 86_400);
  const { append } = services.sendLog;
  services.sendLog.append = () => Promise.reject(new Error('the folder is gone'));
  await expect(eraseAccount(services, user.id)).rejects.toThrow('nothing has changed');
  services.sendLog.append = append;
  expect(await db.$count(users, eq(users.id, user.id))).toBe(1);
  await eraseAccount(services, user.id);
  expect(await db.$count(users, eq(users.id, user.id))).toBe(0);
  const { id: subject } = user;
  expect(await erasedToday()).toEqual([
    {
      ...{ at: expect.any(String), event: 'act', act: expect.any(String), kind: 'account-erased' },
      ...{ said: 'withdraw', owner: subject, subject, about: null },
    },
  ]);
});

test('an account that is back is being deleted again, as its owner wanted, and nothing of it is delivered', async () => {
  const started = await startDelivery(testApp);
  const { id } = started.owner.user;
  const act = '0190a5b2-0000-7000-8000-000000000001';
  const erasedAt = clock.now();
  clock.advance(5 * 86_400);
  await logActs(services, [
    {
      at: erasedAt.toISOString(),
      act,
      kind: 'account-erased',
      said: 'withdraw',
      owner: id,
      subject: id,
      about: null,
    },
  ]);
  await catchUp();
  const [row] = await db.select().from(users).where(eq(users.id, id));
  expect(row).toMatchObject({ deletionReceived: 'withdraw', deletionRequestedAt: clock.now() });
  // A death since then changes nothing about what its owner wanted.
  expect(row?.deletionAskedAt).toEqual(erasedAt);
  await deliverDue(testApp);
  expect((await deliveriesOf(testApp, started)).map(({ sentTo }) => sentTo)).toEqual([null]);
  expect(await listOpenActs(db)).toEqual([]);
});
