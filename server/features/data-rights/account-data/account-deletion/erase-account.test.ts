import { eq, isNotNull, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import type { SignedIn } from '../../../../../shared/accounts/sign-in.ts';
import type { ReceivedMemories } from '../../../../../shared/delivery/received.ts';
import type { GivenChoice } from '../../../../../shared/given-choice.ts';
import { eventually, startTestApp, type TestApp } from '../../../../../test/app.ts';
import { protectWithCode } from '../../../../../test/authenticator.ts';
import { choosePlan, press } from '../../../../../test/checkout.ts';
import {
  createLetter,
  createPerson,
  createRecipient,
  createSchedule,
  createStaff,
  goodPassword,
  type Person,
  uploadMemory,
} from '../../../../../test/factories.ts';
import { actOnItem, addItem, createKeeper } from '../../../../../test/items.ts';
import { mailTo } from '../../../../../test/mailbox.ts';
import { sendMail, sendMailsAbout, sendMailsTo } from '../../../../../test/outbox.ts';
import { openBrowser } from '../../../../../test/recipient-browser.ts';
import { storedKeys } from '../../../../../test/stored-keys.ts';
import { eraseAccount as eraseAccountJob } from '../../../../job-list.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { createLog } from '../../../../platform/log.ts';
import { paymentEffects, storedFileKinds } from '../../../../wiring.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { syncDueSubscriptions } from '../../../billing/subscriptions/subscriptions.ts';
import { deliveryQueue, schedules } from '../../../delivery/deliveries/deliveries.table.ts';
import { eraseUnusedVersions } from '../../../delivery/deliveries/given/given.ts';
import { holdDeliveries, releaseDeliveries } from '../../../delivery/deliveries/holds/holds.ts';
import { deliveryToken } from '../../../delivery/deliveries/message/message.ts';
import { findDifferences } from '../../../delivery/deliveries/reconcile.ts';
import { deliverBatch } from '../../../delivery/deliveries/send/deliver-batch.ts';
import { startDueSchedules } from '../../../delivery/deliveries/start/start.ts';
import { outboxMails } from '../../../outbox/messages/mails/mails.table.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';
import { eraseOrphans } from '../../../system/stored-files/stored-files.ts';
import { accountExports } from '../account-export/account-export.table.ts';
import { buildExport } from '../account-export/build-export.ts';
import { eraseAccount, eraseAccountsLater } from './erase-account.ts';

const day = 24 * 60 * 60;

let testApp: TestApp;
beforeEach(async () => {
  testApp = await startTestApp();
});

const photo = () =>
  sharp({ create: { width: 80, height: 60, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();

/** An account with something of every kind. */
async function createFullAccount(): Promise<Person> {
  const person = await createPerson(testApp);
  await protectWithCode(testApp, person);
  const letter = await createLetter(person);
  const file = { name: 'red.jpg', contentType: 'image/jpeg', bytes: await photo() };
  await uploadMemory(person, { type: 'photo', title: 'Red', recipient: 'family' }, file);
  const profilePicture = `data:image/jpeg;base64,${(await photo()).toString('base64')}`;
  await person.request({ method: 'POST', url: '/api/user/profile-picture', payload: { profilePicture } });
  const recipient = await createRecipient(person, { trustedContact: true });
  await testApp.services.db.execute(
    sql`update memories set is_approved = true where user_id = ${person.user.id}`,
  );
  await createSchedule(person, {
    memoryId: letter.id,
    recipientIds: [recipient.id],
    // Long after the grace period: anything due within it is delivered, which adds rows.
    deliveryDate: new Date(testApp.clock.now().getTime() + 365 * day * 1000).toISOString(),
  });
  await testApp.services.db
    .insert(accountExports)
    .values({ userId: person.user.id, requestedAt: testApp.clock.now() });
  const [row] = await testApp.services.db
    .select()
    .from(accountExports)
    .where(eq(accountExports.userId, person.user.id));
  await buildExport(testApp.services, row?.id ?? '');
  const toOwner = isNotNull(outboxMails.toAddress);
  for (const { id } of await testApp.services.db.select().from(outboxMails).where(toOwner))
    await sendMail(testApp.services, id);
  expect((await mailTo(testApp.services, person.user.email)).length).toBeGreaterThan(2);
  return person;
}

async function begin(person: Person, deletionReceived: GivenChoice | null = null): Promise<void> {
  const at = testApp.clock.now();
  await testApp.services.db
    .update(users)
    .set({ deletionRequestedAt: at, deletionReceived })
    .where(eq(users.id, person.user.id));
}

/** The same account, from which Maya has received the letter and the photo; returns her open page. */
async function createReceived() {
  const person = await createFullAccount();
  const { services, clock } = testApp;
  const maya = await createRecipient(person, {
    ownerRelationship: 'godmother',
    knownBy: 'Under the stone frog',
    birthday: '1996-02-29',
    days: [{ name: 'Wedding by the lake', date: '2025-09-12' }],
  });
  const memories = (await person.request({ url: '/api/memories' })).json<{ id: string }[]>();
  const deliveryDate = new Date(clock.now().getTime() + 60_000).toISOString();
  for (const { id: memoryId } of memories)
    await createSchedule(person, { memoryId, deliveryDate, recipientIds: [maya.id] });
  clock.advance(61);
  await startDueSchedules(services);
  const made = await services.db.select().from(deliveryQueue).where(eq(deliveryQueue.recipientId, maya.id));
  const ids = made.map(({ id }) => id);
  await deliverBatch(services, ids);
  const token = deliveryToken(services, ids[0] ?? '');
  const browser = openBrowser(testApp.app);
  const read = async () => (await browser.open(token)).json<ReceivedMemories>();
  await read();
  const cover = async () => testApp.app.inject({ url: `/api/received/${token}` });
  return { person, maya, browser, read, cover };
}

const filesKept = () => storedKeys(testApp, '');

/** All tables in which a row mentions one of `traces`. */
async function tablesWith(...traces: string[]): Promise<string[]> {
  const { db } = testApp.services;
  const tables = await db.execute<{ name: string }>(sql`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
    where schemaname in ('public', 'pgboss') order by 1`);
  const found = [];
  for (const { name } of tables.rows) {
    const rows = await db.execute(sql`
      select 1 from ${sql.raw(name)} as t where t::text like any(${sql.param(traces.map((text) => `%${text}%`))}::text[]) limit 1`);
    if (rows.rows.length > 0) found.push(name);
  }
  return found;
}

describe('when the days of grace are over', () => {
  test('security 62: no row and no file is left; the audit log and what a restore must know keep ids and say so', async () => {
    const person = await createFullAccount();
    const { id, email } = person.user;
    expect((await filesKept()).length).toBeGreaterThanOrEqual(3);
    expect((await tablesWith(id)).length).toBeGreaterThan(8);
    await begin(person);
    testApp.clock.advance(14 * day + 10 * 60);
    await eraseAccount(testApp.services, id);
    expect(await filesKept()).toEqual([]);
    expect(await tablesWith(id, email)).toEqual(['public.audit_log', 'public.logged_acts']);
    expect(await tablesWith(email, 'Alvarez', 'For your thirtieth', 'maya.')).toEqual([]);
    const entries = await testApp.services.db.select().from(auditLog).where(eq(auditLog.userId, id));
    expect(entries.at(-1)).toMatchObject({ action: 'account.erased', actor: 'system' });
    expect(entries.length).toBeGreaterThan(1);
    // Who did what stays; what was said about it is gone.
    const said = entries
      .slice(0, -1)
      .map((entry) => [entry.details, entry.reason, entry.before, entry.after]);
    expect(said.flat().filter((each) => each !== null)).toEqual([]);
  });

  test('security 62: with "keep", the pages of those who have received something stay; nothing else is left but a name', async () => {
    const { person, maya, browser, read, cover } = await createReceived();
    const before = await read();
    const urls = before.memories.flatMap(({ downloadUrl }) => downloadUrl ?? []);
    const bytes = (await browser.get(urls[0] ?? '')).rawPayload;
    await begin(person, 'keep');
    testApp.clock.advance(14 * day + 10 * 60);
    await eraseAccount(testApp.services, person.user.id);
    await eraseAccount(testApp.services, person.user.id);

    expect(await read()).toEqual(before);
    expect(before.memories).toHaveLength(2);
    expect((await browser.get(urls[0] ?? '')).rawPayload.equals(bytes)).toBe(true);
    expect((await cover()).json()).toMatchObject({ ownerFirstName: 'Ruth', recipientFirstName: 'Maya' });
    await eraseUnusedVersions(testApp.services);
    testApp.clock.advance(2 * day);
    await eraseOrphans(testApp.services, storedFileKinds);
    expect(await read()).toEqual(before);
    expect((await filesKept()).every((key) => key.startsWith('memories/'))).toBe(true);

    expect(await tablesWith(person.user.id)).toEqual(['public.audit_log', 'public.logged_acts']);
    expect(await tablesWith(person.user.email, person.user.dateOfBirth ?? '?')).toEqual([]);
    expect(await tablesWith('For your thirtieth')).toEqual(['public.memory_versions']);
    expect(await tablesWith('Alvarez')).toEqual(['public.mailbox_messages', 'public.users']);
    // Another device gets a code at this address, and a known device is known for it.
    expect(await tablesWith(maya.email ?? '')).toEqual([
      'public.delivery_queue',
      'public.mailbox_messages',
      'public.received_devices',
    ]);
    expect(
      await tablesWith('godmother', 'Under the stone frog', '1996-02-29', 'Wedding by the lake'),
    ).toEqual([]);
    expect(await testApp.services.db.$count(schedules)).toBe(2);
    expect(await testApp.services.db.$count(recipients)).toBe(1);
    expect(await findDifferences(testApp.services.db, testApp.clock.now())).toEqual([]);

    const again = await createPerson(testApp, { email: person.user.email });
    expect(again.user.id).not.toBe(person.user.id);
  });

  test('with "withdraw", or where it was asked for before there was a choice, the pages are gone with the account', async () => {
    for (const received of ['withdraw', null] as const) {
      const { person, cover } = await createReceived();
      await begin(person, received);
      testApp.clock.advance(14 * day + 10 * 60);
      await eraseAccount(testApp.services, person.user.id);
      expect((await cover()).statusCode).toBe(404);
      expect(await tablesWith(person.user.id, person.user.email)).toEqual([
        'public.audit_log',
        'public.logged_acts',
      ]);
      expect(await filesKept()).toEqual([]);
    }
    expect(await testApp.services.db.$count(users)).toBe(0);
  });

  test('with "keep", an account of which nobody has received anything leaves nothing', async () => {
    const person = await createFullAccount();
    await begin(person, 'keep');
    testApp.clock.advance(14 * day + 10 * 60);
    await eraseAccount(testApp.services, person.user.id);
    expect(await testApp.services.db.$count(users)).toBe(0);
    expect(await filesKept()).toEqual([]);
    expect(await tablesWith('Alvarez', 'For your thirtieth')).toEqual([]);
  });

  test('the background half does it by itself; nothing of anybody else is touched', async () => {
    const [leaving, staying] = [await createFullAccount(), await createFullAccount()];
    const before = await tablesWith(staying.user.id);
    await begin(leaving);
    testApp.clock.advance(14 * day + 10 * 60);
    await eraseAccountsLater(testApp.services);
    await testApp.work();
    await eventually(
      async () => (await testApp.services.db.$count(users, eq(users.id, leaving.user.id))) === 0,
      'the account to be erased',
    );
    expect(await tablesWith(staying.user.id)).toEqual(before);
    const login = await testApp.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: staying.user.email, password: goodPassword },
    });
    expect(login.statusCode).toBe(200);
    const register = await testApp.app.inject({
      method: 'POST',
      url: '/api/auth/register',
      payload: {
        firstName: 'Ruth',
        lastName: 'Alvarez',
        email: leaving.user.email,
        dateOfBirth: '1948-03-02',
        password: goodPassword,
      },
    });
    expect(register.json<SignedIn>().user.id).not.toBe(leaving.user.id);
  });

  test('a storage that is away leaves the rows that say what is still to be erased', async () => {
    const person = await createFullAccount();
    await begin(person);
    testApp.clock.advance(14 * day + 10 * 60);
    const { storage } = testApp.services;
    const away = { ...storage, remove: () => Promise.reject(new Error('the storage is away')) };
    await expect(eraseAccount({ ...testApp.services, storage: away }, person.user.id)).rejects.toThrow(
      'away',
    );
    expect(await testApp.services.db.$count(users, eq(users.id, person.user.id))).toBe(1);
    await eraseAccount(testApp.services, person.user.id);
    expect(await filesKept()).toEqual([]);
    expect(await testApp.services.db.$count(users, eq(users.id, person.user.id))).toBe(0);
  });
});

describe('an erasure that fails on its way', () => {
  const signIn = async ({ user }: Person) => {
    const payload = { email: user.email, password: goodPassword };
    return testApp.app.inject({ method: 'POST', url: '/api/auth/login', payload });
  };
  /** An account with a letter, a photo and a picture, without two-factor sign-in, whose grace period is over. */
  async function createLeaving(): Promise<Person> {
    const person = await createPerson(testApp);
    const file = { name: 'red.jpg', contentType: 'image/jpeg', bytes: await photo() };
    for (const title of ['Red', 'Crimson'])
      await uploadMemory(person, { type: 'photo', title, recipient: 'family' }, file);
    await begin(person, 'keep');
    testApp.clock.advance(14 * day + 10 * 60);
    return person;
  }
  async function expectErased({ user }: Person): Promise<void> {
    expect(await filesKept()).toEqual([]);
    expect(await tablesWith(user.id, user.email)).toEqual(['public.audit_log', 'public.logged_acts']);
  }

  test.each([0, 1])(
    'after %i files: it cannot be restored any more, and is wholly erased by the next try',
    async (count) => {
      const person = await createLeaving();
      const { token } = (await signIn(person)).json<SignedIn>();
      const { storage } = testApp.services;
      let left = count;
      const remove = (key: string) => (left-- > 0 ? storage.remove(key) : Promise.reject(new Error('away')));
      const failing = { ...testApp.services, storage: { ...storage, remove } };
      await expect(eraseAccount(failing, person.user.id)).rejects.toThrow('away');
      expect((await signIn(person)).statusCode).toBe(401);
      const headers = { authorization: `Bearer ${token}` };
      const answer = await testApp.app.inject({ method: 'POST', url: '/api/user/restore', headers });
      expect([answer.statusCode, answer.json().message]).toEqual([
        409,
        'The 14 days are over. Your account is being erased.',
      ]);
      await eraseAccount(testApp.services, person.user.id);
      await expectErased(person);
    },
  );

  test('when its rows are to go: the sweep finds it, also while deliveries are held, and it is wholly erased', async () => {
    const { db } = testApp.services;
    const person = await createLeaving();
    await db.execute(sql`create function not_yet() returns trigger language plpgsql as
      $$ begin raise exception 'not yet'; end $$`);
    await db.execute(
      sql`create trigger not_yet before delete on users for each row execute function not_yet()`,
    );
    await expect(eraseAccount(testApp.services, person.user.id)).rejects.toThrow();
    await db.execute(sql`drop trigger not_yet on users`);
    expect(await filesKept()).toEqual([]);
    const hold = { reason: 'clock-jump', message: 'Look at the clock' } as const;
    await inTransaction(db, (tx) => holdDeliveries(tx, testApp.services, hold));
    await eraseAccountsLater(testApp.services);
    expect(await testApp.services.jobs.backlog(eraseAccountJob)).toBe(1);
    await eraseAccount(testApp.services, person.user.id);
    expect(await db.$count(users)).toBe(0);
  });

  test('a restore that has begun at the same moment comes first: everything is there, and no erasure is logged', async () => {
    const { db } = testApp.services;
    const person = await createLeaving();
    const files = await filesKept();
    const said: string[] = [];
    const log = createLog('info', { write: (line: string) => said.push(line) });
    let erasing: Promise<void> | undefined;
    await inTransaction(db, async (tx) => {
      await tx.update(users).set({ deletionRequestedAt: null }).where(eq(users.id, person.user.id));
      erasing = eraseAccount({ ...testApp.services, log }, person.user.id);
      await eventually(async () => {
        const { rowCount } = await db.execute(sql`select 1 from pg_locks where not granted`);
        return rowCount || (await filesKept()).length < files.length;
      }, 'the erasure to wait for the restore, or to remove files');
    });
    await erasing;
    expect((await filesKept()).toSorted()).toEqual(files.toSorted());
    expect(await db.$count(users)).toBe(1);
    expect(said.join()).not.toContain('an account was erased');
  });
});

describe('before that', () => {
  test('F20: a process whose clock is 15 days ahead of the database erases nothing, and enqueues nothing', async () => {
    const person = await createPerson(testApp);
    await begin(person);
    testApp.clock.differ(15 * day);
    await eraseAccountsLater(testApp.services);
    expect(await testApp.services.jobs.backlog(eraseAccountJob)).toBe(0);
    await eraseAccount(testApp.services, person.user.id);
    expect(await testApp.services.db.$count(users)).toBe(1);
  });

  test('F20: nothing is erased while deliveries are held, since the time may be wrong everywhere', async () => {
    const { db } = testApp.services;
    const person = await createPerson(testApp);
    await begin(person);
    testApp.clock.jump(15 * day);
    const hold = { reason: 'clock-jump', message: 'Look at the clock' } as const;
    await inTransaction(db, (tx) => holdDeliveries(tx, testApp.services, hold));
    await eraseAccount(testApp.services, person.user.id);
    expect(await db.$count(users)).toBe(1);
    await inTransaction(db, (tx) => releaseDeliveries(tx, testApp.services, { by: 'command:test' }));
    await eraseAccount(testApp.services, person.user.id);
    expect(await db.$count(users)).toBe(0);
  });

  test('nothing is erased while staff keep the owner from signing in, since they could not take it back', async () => {
    const { db } = testApp.services;
    const { user } = await createPerson(testApp);
    await db.update(users).set({ suspendedAt: testApp.clock.now() }).where(eq(users.id, user.id));
    await db.update(users).set({ deletionRequestedAt: testApp.clock.now() });
    testApp.clock.advance(15 * day);
    await eraseAccount(testApp.services, user.id);
    await eraseAccountsLater(testApp.services);
    expect(await testApp.services.jobs.backlog(eraseAccountJob)).toBe(0);
    expect(await db.$count(users)).toBe(1);
  });

  test('nothing is erased while we hold what arrived meanwhile: staff read so, and send it back', async () => {
    const { services, clock } = testApp;
    const ruth = await createKeeper(testApp);
    const { id } = await addItem(ruth);
    await begin(ruth);
    const agnes = await createStaff(testApp);
    const received = await actOnItem(agnes, id, 'receive', { storageLocation: 'Shelf 14C' });
    expect(received.json()).toMatchObject({ owner: { isLeaving: true }, task: 'return', returnFee: 0 });
    await sendMailsAbout(services, id);
    expect((await mailTo(services, ruth.user.email))[0]?.text).toContain('we send it back to you');
    clock.advance(15 * day);
    const again = await createStaff(testApp);
    const isThere = async () => {
      await eraseAccount(services, ruth.user.id);
      return (await services.db.$count(users, eq(users.id, ruth.user.id))) === 1;
    };
    expect(await isThere(), 'on the shelf').toBe(true);
    expect((await actOnItem(again, id, 'send-back')).statusCode).toBe(200);
    expect(await isThere(), 'on its way').toBe(true);
    expect((await actOnItem(again, id, 'arrive', { to: 'Ruth Alvarez' })).statusCode).toBe(200);
    expect(await isThere()).toBe(false);
  });

  test('409: nothing arrives in an account that is being erased', async () => {
    const ruth = await createKeeper(testApp);
    const { id } = await addItem(ruth);
    await begin(ruth);
    await testApp.services.db.update(users).set({ erasureBegunAt: testApp.clock.now() });
    const late = await actOnItem(await createStaff(testApp), id, 'receive', { storageLocation: 'Shelf 14C' });
    expect([late.statusCode, late.json().message]).toEqual([
      409,
      expect.stringContaining('is being erased at this moment'),
    ]);
  });

  test('nothing is erased before the provider has ended the subscription: it would go on charging', async () => {
    const { services, clock } = testApp;
    const ruth = await createPerson(testApp);
    await press(testApp, await choosePlan(testApp, ruth, { subscriptionPlan: 'basic' }), 'pay');
    const payload = { password: goodPassword, confirmation: 'DELETE' };
    await ruth.request({ method: 'POST', url: '/api/user/deletion', payload });
    await sendMailsTo(services, ruth.user.email);
    clock.advance(15 * day);
    await eraseAccount(services, ruth.user.id);
    expect(await services.db.$count(users)).toBe(1);
    await syncDueSubscriptions(services, paymentEffects);
    await eraseAccount(services, ruth.user.id);
    expect(await services.db.$count(users)).toBe(0);
  });

  test('F21: the days of grace are counted by the database, whatever the clock of the process that was asked', async () => {
    const person = await createPerson(testApp);
    testApp.clock.differ(-20 * day);
    const payload = { password: goodPassword, confirmation: 'DELETE' };
    await person.request({ method: 'POST', url: '/api/user/deletion', payload });
    testApp.clock.differ(0);
    await testApp.services.db.update(outboxMails).set({ sentAt: testApp.clock.now() });
    await eraseAccount(testApp.services, person.user.id);
    expect(await testApp.services.db.$count(users)).toBe(1);
  });

  test('nothing is erased: not a moment earlier, and not without being asked', async () => {
    const [leaving, staying] = [await createFullAccount(), await createFullAccount()];
    const files = await filesKept();
    await begin(leaving);
    testApp.clock.advance(14 * day);
    await eraseAccount(testApp.services, leaving.user.id);
    await eraseAccount(testApp.services, staying.user.id);
    expect(await testApp.services.db.$count(users)).toBe(2);
    expect((await filesKept()).toSorted()).toEqual(files.toSorted());
  });
});
