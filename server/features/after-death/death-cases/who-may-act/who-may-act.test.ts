import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { StaffStanding } from '../../../../../shared/after-death/staff-standing.ts';
import { startTestApp } from '../../../../../test/app.ts';
import { createPerson, createStaff, type Person } from '../../../../../test/factories.ts';
import { locket } from '../../../../../test/items.ts';
import { told } from '../../../../../test/life-changes.ts';
import { leave } from '../../../../../test/released.ts';
import { endWindow, type Reported, reportedOwner } from '../../../../../test/trusted-access.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { newId } from '../../../../platform/ids.ts';
import { isSamePhone } from '../../../../platform/sms/phone-number.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { updateUser } from '../../../accounts/profile/profile.ts';
import { deliveryQueue } from '../../../delivery/deliveries/deliveries.table.ts';
import { startDueSchedules } from '../../../delivery/deliveries/start/start.ts';
import { physicalItems } from '../../../keepsakes/physical-items/physical-items.table.ts';
import { memories } from '../../../memories/memories/memories.table.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { recipientCorrections } from '../contacts/contacts.table.ts';
import { deathReports } from '../death-reports/death-reports.table.ts';
import { obstacleTo } from './who-may-act.ts';

const testApp = await startTestApp();
const { services, clock } = testApp;
const { db } = services;
const inBook = 'You are in the address book of Ruth. Ask a colleague.';
const reported = 'You reported this death yourself. Ask a colleague.';
const aboutThem = 'This is about you. Ask a colleague.';

let made = 0;
const newEmail = () => `jo.${made++}@example.org`;
const newPhone = () => `+1 212 555 ${String(1000 + made++)}`;
const set = (person: Person, columns: Partial<typeof users.$inferInsert>) =>
  db.update(users).set(columns).where(eq(users.id, person.user.id));
/** The way in which every change of an account is saved. */
const change = (person: Person, columns: Partial<typeof users.$inferInsert>) =>
  inTransaction(db, (tx) => updateUser(tx, services, person.user.id, columns));

/** A way of making `address` theirs. */
type Way = (person: Person, address: string) => Promise<unknown>;
const emailWays: Record<string, Way> = {
  'the address of the account': (person, email) => set(person, { email }),
  'the second address': (person, secondEmail) => set(person, { secondEmail }),
  'one that waits to be confirmed': (person, pendingEmail) => set(person, { pendingEmail }),
  'a second one that waits to be confirmed': (person, pendingSecondEmail) =>
    set(person, { pendingSecondEmail }),
  'an earlier one': async (person, email) => {
    await change(person, { email });
    await change(person, { email: newEmail() });
  },
  'an earlier second one': async (person, secondEmail) => {
    await change(person, { secondEmail });
    await change(person, { secondEmail: null });
  },
};
const phoneWays: Record<string, Way> = {
  'the phone': (person, phone) => set(person, { phone }),
  'an earlier phone': async (person, phone) => {
    await change(person, { phone });
    await change(person, { phone: null });
  },
};

let owned: Reported & { releaseId: string };
let acts: Record<string, (staff: Person) => Promise<{ statusCode: number; json(): { message: string } }>>;

/** A released owner, with something that each act can be done to. */
beforeAll(async () => {
  const left = await reportedOwner(testApp, [{ firstName: 'Leo' }]);
  await leave(testApp, left);
  owned = { ...left, releaseId: await endWindow(testApp, left.reportId) };
  await startDueSchedules(services);
  const [delivery] = await db
    .select()
    .from(deliveryQueue)
    .where(eq(deliveryQueue.userId, owned.owner.user.id));
  const changeId = await told(testApp, owned, owned.recipients[1]?.id ?? '', {
    kind: 'pause',
    note: 'Ill',
  });
  const [row] = await db.select().from(deathReports).where(eq(deathReports.id, owned.reportId));
  const seenReport = { state: row?.state, round: row?.round, approvals: 0, proofs: 0 };
  const seen = { state: 'pending', reason: null, attemptCount: 0, address: null };
  const someId = owned.owner.user.id;
  const post =
    (url: string, payload: object, method: 'POST' | 'PUT' | 'DELETE' = 'POST') =>
    (staff: Person) =>
      staff.request({
        method,
        url: `/api/admin${url}`,
        payload: { reason: 'We have telephoned', ...payload },
      });
  const report = `/death-reports/${owned.reportId}`;
  const onDelivery = `/deliveries/${delivery?.id}`;
  const onChange = `/life-changes/${changeId}`;
  const [photo] = await db.select().from(memories).where(eq(memories.userId, someId));
  const onMemory = `/memories/${photo?.id}`;
  const seenMemory = { seen: { revision: 1, state: 'rejected', checkedAt: null } };
  const onItem = `/physical-items/${await keepItem(someId)}`;
  const seenItem = {
    seen: {
      ...{ status: 'delivered', storageLocation: null, isFeeSettled: false },
      ...{ recipientName: null, mailingAddress: null, isHeld: false },
    },
  };
  const seenChange = { seen: { state: 'open', substituteId: null } };
  acts = {
    approve: post(`${report}/approvals`, { seen: seenReport, warnings: {} }),
    reject: post(`${report}/rejection`, { seen: seenReport, note: 'It is not the person' }),
    'choose account': post(`${report}/account`, { seen: seenReport, userId: someId }, 'PUT'),
    'set a sign aside': post(`${report}/sign-set-aside`, {
      seen: seenReport,
      stoppedAt: clock.now().toISOString(),
    }),
    'open a proof': post(`${report}/proofs/${someId}/view`, {}),
    'open what is said instead': post(`${report}/other-evidence/view`, {}),
    're-address': post(`${onDelivery}/address`, { seen, email: 'elsewhere@example.org' }),
    'release a hold': post(`${onDelivery}/hold`, { seen }, 'DELETE'),
    'try again': post(`${onDelivery}/retry`, { seen }),
    'find an address right': post(`${onDelivery}/right-address`, { seen }),
    settle: post(`${onDelivery}/settle`, { seen, outcome: 'delivered' }),
    pack: post(`${onDelivery}/packing`, { seen }),
    post: post(`${onDelivery}/posting`, { seen, mailingAddress: '1 Elm', trackingNumber: null }),
    'record an arrival': post(`${onDelivery}/posting/arrive`, { seen }),
    'answer a contact': post(`${onChange}/answer`, { ...seenChange, message: 'Thank you' }),
    'end a hold of a contact': post(`${onChange}/end`, seenChange),
    'name a guardian': post(`${onChange}/name-guardian`, seenChange),
    'confirm a death': post(`${onChange}/confirm-death`, seenChange),
    'open a memory': post(`${onMemory}/openings`, seenMemory),
    'accept a memory': post(`${onMemory}/approval`, seenMemory),
    'not accept a memory': post(`${onMemory}/rejection`, seenMemory),
    'send an item back': post(`${onItem}/send-back`, seenItem),
    'hand an item over': post(`${onItem}/hand-over`, seenItem),
    'record that an item arrived': post(`${onItem}/arrive`, { ...seenItem, to: 'Jo Haddad' }),
    'take back that an item is here': post(`${onItem}/undo-receive`, seenItem),
    'waive the fee of a return': post(`${onItem}/waive-fee`, seenItem),
    'say that an item is lost': post(`${onItem}/report-lost`, seenItem),
    'confirm that an item is lost': post(`${onItem}/confirm-lost`, seenItem),
    'extend the plan': post(`/arrears/${someId}/extend`, {
      until: '2030-05-01',
      seen: { paidThrough: clock.now().toISOString() },
    }),
    'revoke the release': post(`/releases/${owned.releaseId}/revoke`, {}),
  };
});

/** For each act, the reason for which this member of staff is refused because of who they are. */
async function refusals(staff: Person): Promise<Record<string, string>> {
  const said: Record<string, string> = {};
  for (const [name, act] of Object.entries(acts)) {
    const answer = await act(staff);
    said[name] = answer.statusCode === 409 ? answer.json().message : `${answer.statusCode}`;
  }
  return said;
}

const everyAct = (message: string) => Object.fromEntries(Object.keys(acts).map((name) => [name, message]));

describe('security 70: nobody decides where they gain', () => {
  test.each(Object.entries(emailWays))('in the address book of the owner with %s', async (_name, way) => {
    const staff = await createStaff(testApp);
    const email = newEmail();
    await way(staff, email);
    await addToBook({ email: email.toUpperCase() });
    expect(await refusals(staff)).toEqual(everyAct(inBook));
  });

  test.each(Object.entries(phoneWays))('in the address book of the owner with %s', async (_name, way) => {
    const staff = await createStaff(testApp);
    const phone = newPhone();
    await way(staff, phone);
    await addToBook({ email: null, phone: phone.replaceAll(' ', '').replace('+1212', '+1 (212) ') });
    expect(await refusals(staff)).toEqual(everyAct(inBook));
  });

  test.each(Object.entries(emailWays))('reported it with %s', async (_name, way) => {
    const staff = await createStaff(testApp);
    const email = newEmail();
    await way(staff, email);
    await reportAs({ reporterEmail: email });
    expect(await refusals(staff)).toEqual(everyAct(reported));
    await reportAs(undefined);
  });

  test('reported it with another account of theirs: signed in, or by its address; known by a number they share', async () => {
    for (const by of ['account', 'address'] as const) {
      const [staff, other] = [await createStaff(testApp), await createPerson(testApp)];
      const phone = newPhone();
      await set(staff, { phone });
      await set(other, { phone });
      await reportAs(
        by === 'account' ? { reporterUserId: other.user.id } : { reporterEmail: other.user.email },
      );
      expect(await refusals(staff)).toEqual(everyAct(reported));
      await reportAs(undefined);
    }
  });

  test('reported it, signed in, whatever address they gave', async () => {
    const staff = await createStaff(testApp);
    await reportAs({ reporterUserId: staff.user.id, reporterEmail: newEmail() });
    expect(await refusals(staff)).toEqual(everyAct(reported));
    await reportAs(undefined);
  });

  test('in the address book as it was before a contact corrected it', async () => {
    const staff = await createStaff(testApp);
    await db.insert(recipientCorrections).values({
      userId: owned.owner.user.id,
      recipientId: owned.contact.id,
      reportId: owned.reportId,
      field: 'email',
      oldValue: staff.user.email,
      newValue: newEmail(),
      createdAt: clock.now(),
    });
    expect(await refusals(staff)).toEqual(everyAct(inBook));
  });

  test('reached once, and removed from the address book since', async () => {
    const staff = await createStaff(testApp);
    const [delivery] = await db
      .select()
      .from(deliveryQueue)
      .where(eq(deliveryQueue.userId, owned.owner.user.id));
    const sentTo = (address: string | null) =>
      db
        .update(deliveryQueue)
        .set({ sentTo: address, channel: address === null ? null : 'email' })
        .where(eq(deliveryQueue.id, delivery?.id ?? ''));
    await sentTo(staff.user.email);
    expect(await refusals(staff)).toEqual(everyAct(inBook));
    await sentTo(null);
  });

  test('about themselves, also where another account of theirs is the one', async () => {
    const staff = await createStaff(testApp);
    await set(staff, { secondEmail: owned.owner.user.email });
    expect(await refusals(staff)).toEqual(everyAct(aboutThem));
    const concerned = { ownerId: staff.user.id };
    expect(await obstacleTo(db, staff.user.id, concerned)).toBe(aboutThem);
  });

  test('a part after + is the same mailbox', async () => {
    const staff = await createStaff(testApp, { email: `jo+staff.${made++}x@example.net` });
    await addToBook({ email: staff.user.email.replace(/\+[^@]*/, '+ruth') });
    expect(await obstacleTo(db, staff.user.id, { ownerId: owned.owner.user.id })).toBe(inBook);
  });

  test('anybody else may: no act is refused for who they are; not even an address that nobody confirmed names a reporter', async () => {
    const staff = await createStaff(testApp);
    await set(staff, { phone: newPhone() });
    await db
      .insert(deathReports)
      .values({ ...(await reportRow()), ...newTokens(), state: 'draft', reporterEmail: staff.user.email });
    const said = Object.values(await refusals(staff));
    expect(said.filter((message) => message.includes('Ask a colleague'))).toEqual([]);
  });
});

describe('GET /api/admin/people/:id/standing', () => {
  const standingOf = async (staff: Person, id: string) =>
    staff.request({ url: `/api/admin/people/${id}/standing` });

  test('200: says in advance what an act would be refused with, and to anybody else nothing', async () => {
    const staff = await createStaff(testApp);
    const { id } = owned.owner.user;
    const none = { obstacle: null, agreementObstacle: null };
    expect((await standingOf(staff, id)).json()).toEqual(none);
    await addToBook({ email: staff.user.email });
    expect((await standingOf(staff, id)).json()).toEqual({ ...none, obstacle: inBook });
    expect((await standingOf(staff, staff.user.id)).json()).toEqual({ ...none, obstacle: aboutThem });
  });

  test('200: somebody whom a colleague has just made staff reads from when their word counts', async () => {
    const staff = await createStaff(testApp);
    await set(staff, { staffSince: clock.now() });
    const { agreementObstacle } = (await standingOf(staff, owned.owner.user.id)).json<StaffStanding>();
    expect(agreementObstacle).toContain('You became staff a short time ago.');
  });

  test('404: nobody has this id', async () => {
    expect((await standingOf(await createStaff(testApp), newId())).statusCode).toBe(404);
  });
});

test('a number is the same however it is written', () => {
  expect(isSamePhone('+1 212 555 0134', '+12125550134')).toBe(true);
  expect(isSamePhone('001 212 555 0134', '+1 (212) 555-0134')).toBe(true);
  expect(isSamePhone('212 555 0134', '+1 212 555 0134')).toBe(true);
  expect(isSamePhone('+44 (0)20 7946 0018', '020 7946 0018')).toBe(true);
  expect(isSamePhone('+1 212 555 0134', '+1 212 555 0135')).toBe(false);
  expect(isSamePhone('+44 2079460018', '+1 2079460018')).toBe(false);
  expect(isSamePhone('', '')).toBe(false);
  expect(isSamePhone('0134', '+1 212 555 0134')).toBe(false);
});

async function keepItem(userId: string): Promise<string | undefined> {
  const now = clock.now();
  const [item] = await db
    .insert(physicalItems)
    .values({ userId, ...locket, category: 'jewelry', receivedDate: now, createdAt: now, updatedAt: now })
    .returning();
  return item?.id;
}

async function addToBook(fields: Record<string, unknown>): Promise<void> {
  await db.insert(recipients).values({
    userId: owned.owner.user.id,
    firstName: 'Jo',
    lastName: 'Haddad',
    relationship: 'friend',
    createdAt: clock.now(),
    updatedAt: clock.now(),
    ...fields,
  });
}

async function reportRow() {
  const [row] = await db.select().from(deathReports).where(eq(deathReports.id, owned.reportId));
  if (!row) throw new Error('The report is gone');
  const { id: _id, ...rest } = row;
  return rest;
}

const newTokens = () => ({ tokenHash: `t${made++}`, aliveTokenHash: `a${made++}` });

/** Changes the report as if it came from somebody else; undefined restores the reporter. */
async function reportAs(reporter: Partial<typeof deathReports.$inferInsert> | undefined): Promise<void> {
  await db
    .update(deathReports)
    .set(reporter ?? { reporterEmail: 'daniel@example.com', reporterUserId: null })
    .where(eq(deathReports.id, owned.reportId));
}
