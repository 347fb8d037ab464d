import { eq, like } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import {
  createLetter,
  createPerson,
  createRecipient,
  createSchedule,
  createStaff,
  type Person,
} from '../../../../../test/factories.ts';
import { mailTo } from '../../../../../test/mailbox.ts';
import { sendMail } from '../../../../../test/outbox.ts';
import { storedState } from '../../../../../test/routes/stored-state.ts';
import { beginWindow } from '../../../../../test/trusted-access.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { outboxMails } from '../../../outbox/messages/mails/mails.table.ts';
import {
  chainAllEntries,
  findCheckpoint,
  shortCheckpoint,
  signCheckpoint,
} from '../../../system/audit/audit.ts';
import { comingYear, filesKept } from './describe-year.ts';
import { sweepYearlyMails } from './yearly-mail.ts';

const testApp = await startTestApp({ clock: createTestClock('2031-03-06T15:42:00Z') });
const { services, clock } = testApp;
const { db } = services;

const change = ({ user }: Person, columns: Partial<typeof users.$inferInsert>) =>
  db.update(users).set(columns).where(eq(users.id, user.id));
/** Two years ago, at 10:42 in the owner's time zone. */
const twoYearsAgo = { createdAt: new Date('2029-03-06T15:42:00Z') };

async function createOwner(fields: Record<string, unknown> = {}): Promise<Person> {
  const owner = await createPerson(testApp, { timezone: 'America/New_York', ...fields });
  await change(owner, twoYearsAgo);
  return owner;
}

const keysOf = async ({ user }: Person) => {
  const rows = await db
    .select({ id: outboxMails.id, key: outboxMails.dedupeKey })
    .from(outboxMails)
    .where(like(outboxMails.dedupeKey, `yearly-mail:${user.id}:%`));
  return rows;
};

async function yearlyMailOf(owner: Person) {
  await sweepYearlyMails(services);
  for (const { id } of await keysOf(owner)) await sendMail(services, id);
  const mails = await mailTo(services, owner.user.email);
  return mails.find(({ subject }) => subject?.startsWith('Once a year'));
}

test('says who receives what and when, what is missing, and what is kept; never a title', async () => {
  const owner = await createOwner({ plan: 'basic' });
  const maya = await createRecipient(owner, { firstName: 'Maya' });
  const ana = await createRecipient(owner, { firstName: 'Ana', email: null, phone: null });
  const plan = async (deliveryDate: string, recipientIds: string[], more = {}) => {
    const { id: memoryId } = await createLetter(owner, { title: 'The blue boat', content: 'Row gently' });
    await createSchedule(owner, { memoryId, deliveryDate, recipientIds, ...more });
  };
  await plan('2031-05-04T16:00:00Z', [maya.id, ana.id]);
  await plan('2032-03-07T17:00:00Z', [maya.id]);
  await plan('2031-03-06T17:00:00Z', [maya.id], { deliveryType: 'on_death' });
  const mail = await yearlyMailOf(owner);
  const text = mail?.text ?? '';
  expect(text).toContain('It is two years since you opened your account.');
  expect(text).toContain('4 May 2031: a letter for Maya\n');
  expect(text).toContain('4 May 2031: a letter for Ana, which would wait');
  expect(text).not.toContain('2032');
  expect(text).toContain('One more delivery waits for after your death.');
  expect(text).toContain('Ana has no email address and no phone number. One thing for Ana would wait.');
  expect(text).toContain('You have no trusted contact.');
  expect(text).toMatch(/\/rehearsal\b/);
  expect(text.match(/https?:\/\//g)).toHaveLength(1);
  for (const part of [text, mail?.html ?? '']) {
    expect(part).not.toContain('blue boat');
    expect(part).not.toContain('Row gently');
  }
});

test('what goes to one person at one moment is one line', async () => {
  const owner = await createOwner({ plan: 'basic' });
  const { id: recipientId } = await createRecipient(owner, { firstName: 'Maya' });
  for (const deliveryDate of ['2031-05-04T16:00:00Z', '2031-05-04T16:00:00Z', '2031-05-04T22:00:00Z']) {
    const { id: memoryId } = await createLetter(owner);
    await createSchedule(owner, { memoryId, deliveryDate, recipientIds: [recipientId] });
  }
  const text = (await yearlyMailOf(owner))?.text ?? '';
  expect(text.match(/^4 May 2031: .*$/gm)).toEqual([
    '4 May 2031: two letters for Maya',
    '4 May 2031: a letter for Maya',
  ]);
});

test('a keepsake is named as one, alone and beside a letter', () => {
  const line = (day: string, type: 'letter' | null) => ({
    ...{
      scheduleId: null,
      seriesId: null,
      recipient: { id: 'maya', firstName: 'Maya', lastName: 'Alvarez' },
    },
    ...{
      thing: { id: 'a thing', title: 'The ring', type },
      at: new Date(`${day}T16:00:00Z`),
      localDate: day,
    },
    ...{ localTime: '12:00', timezone: 'America/New_York', movedFrom: null, furtherDates: [], address: null },
    ...{ channel: 'post' as const, reason: null, isAfterGuarantee: false },
  });
  const lines = [line('2031-05-04', null), line('2031-06-04', null), line('2031-06-04', 'letter')];
  expect(comingYear({ lines, today: '2031-05-01' }).coming).toBe(
    '4 May 2031: something that we keep for you for Maya\n4 June 2031: two things for Maya',
  );
});

test('of an empty account nothing is said that is not so; of files, what the settings say', async () => {
  const empty = await createOwner();
  const text = (await yearlyMailOf(empty))?.text ?? '';
  expect(text).toContain('nothing has a day in the coming year.');
  expect(text).not.toMatch(/whole|after your death/);
  const kept = (files: number, whole: number) =>
    filesKept({ files, whole, checkedAt: clock.now() }, 'America/New_York');
  expect([kept(0, 0), kept(1, 1), kept(1214, 1214)]).toEqual([
    '',
    'Your one file is whole.',
    'Your 1,214 files are whole.',
  ]);
  expect(kept(214, 213)).toMatch(/^213 of 214 files are whole, .* One is missing or damaged/);
});

test('it ends with the last seal of our records, once there is one', async () => {
  expect((await yearlyMailOf(await createOwner()))?.text).not.toContain('seal');
  await chainAllEntries(services);
  await signCheckpoint(services);
  const checkpoint = await findCheckpoint(db);
  const text = (await yearlyMailOf(await createOwner()))?.text ?? '';
  expect(checkpoint && text.replaceAll(/\s+/g, ' ')).toContain(
    checkpoint && `A seal on our records: ${shortCheckpoint(checkpoint)}.`,
  );
});

test('one a year, whatever is restarted and however many workers', async () => {
  const owner = await createOwner();
  await Promise.all([1, 2, 3].map(() => sweepYearlyMails(services)));
  expect((await keysOf(owner)).map(({ key }) => key)).toEqual([`yearly-mail:${owner.user.id}:2`]);
  clock.advance(3 * 86_400);
  await sweepYearlyMails(services);
  // Another zone, where the account was created on the previous day.
  await change(owner, { timezone: 'Pacific/Pago_Pago' });
  await sweepYearlyMails(services);
  expect(await keysOf(owner)).toHaveLength(1);
  clock.set('2031-03-06T15:42:00Z');
});

test('an outage of a few days is made up for; a year that was missed is left out', async () => {
  const [short, long] = [await createOwner(), await createOwner()];
  await change(short, { createdAt: new Date('2029-03-01T15:42:00Z') });
  await change(long, { createdAt: new Date('2029-02-20T15:42:00Z') });
  await sweepYearlyMails(services);
  expect([await keysOf(short), await keysOf(long)].map(({ length }) => length)).toEqual([1, 0]);
});

test('nobody who leaves, has died or may have, cannot be asked, or wants none; no staff who keep nothing', async () => {
  const at = clock.now();
  const columns: Partial<typeof users.$inferInsert>[] = [
    { emailNotifications: false },
    { reminderNotifications: false },
    { deletionRequestedAt: at },
    { memorialisedAt: at },
    { suspendedAt: at },
  ];
  const owners: Person[] = [];
  for (const each of columns) {
    const owner = await createOwner();
    await change(owner, each);
    owners.push(owner);
  }
  const reported = await createOwner();
  await createRecipient(reported, { trustedContact: true });
  await beginWindow(testApp, reported);
  const staff = await createStaff(testApp);
  await change(staff, twoYearsAgo);
  await sweepYearlyMails(services);
  for (const owner of [...owners, reported, staff]) expect(await keysOf(owner)).toEqual([]);
  await createRecipient(staff);
  await sweepYearlyMails(services);
  expect(await keysOf(staff)).toHaveLength(1);
});

test('what changed since it was written keeps it from going', async () => {
  const owner = await createOwner();
  await sweepYearlyMails(services);
  await change(owner, { reminderNotifications: false });
  expect(await yearlyMailOf(owner)).toBeUndefined();
});

test('it triggers nothing: reading it and following its link change nothing', async () => {
  const owner = await createOwner();
  const mail = await yearlyMailOf(owner);
  const link = /https?:\/\/\S+\/rehearsal/.exec(mail?.text ?? '')?.[0] ?? '';
  const before = await storedState(testApp);
  const { pathname } = new URL(link);
  await testApp.app.inject({ url: pathname });
  for (const url of ['/api/rehearsal', '/api/rehearsal?as=years', '/api/attention'])
    expect((await owner.request({ url })).statusCode).toBe(200);
  expect(await storedState(testApp)).toEqual(before);
  clock.advance(60 * 86_400);
  await sweepYearlyMails(services);
  clock.set('2031-03-06T15:42:00Z');
  expect(await keysOf(owner)).toHaveLength(1);
});

test('a restored database, which does not remember it, sends it no second time', async () => {
  const owner = await createOwner();
  expect(await yearlyMailOf(owner)).toBeDefined();
  const sentAt = clock.now();
  const theirs = like(outboxMails.dedupeKey, `yearly-mail:${owner.user.id}:%`);
  await db.delete(outboxMails).where(theirs);
  clock.advance(3600);
  await yearlyMailOf(owner);
  clock.set('2031-03-06T15:42:00Z');
  expect(await db.select().from(outboxMails).where(theirs)).toMatchObject([{ sentAt }]);
});

test('an owner whose time zone is a name that Intl takes and Temporal refuses keeps nobody from theirs', async () => {
  const [odd, other] = [await createOwner(), await createOwner()];
  await change(odd, { timezone: 'IST' });
  expect(await yearlyMailOf(other)).toBeDefined();
  expect(await keysOf(odd), 'read as UTC').toHaveLength(1);
});
