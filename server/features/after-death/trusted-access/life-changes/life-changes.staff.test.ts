import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { StaffLifeChangeList } from '../../../../../shared/after-death/staff-life-changes.ts';
import type { ReceivedMemories } from '../../../../../shared/delivery/received.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { createSchedule, createStaff, type Person } from '../../../../../test/factories.ts';
import { decide, lift, loadChange, told } from '../../../../../test/life-changes.ts';
import { mailTo, receivedTokenIn } from '../../../../../test/mailbox.ts';
import { sendMailsAbout } from '../../../../../test/outbox.ts';
import { openBrowser } from '../../../../../test/recipient-browser.ts';
import { deliverDue, leave } from '../../../../../test/released.ts';
import {
  beginWindow,
  endWindow,
  type Reported,
  reportedOwner,
  tokenOf,
} from '../../../../../test/trusted-access.ts';
import { minutesAfter, wholeDaysAfter } from '../../../../platform/clock.ts';
import { deliveryQueue, memoryRecipients } from '../../../delivery/deliveries/deliveries.table.ts';
import { findDifferences } from '../../../delivery/deliveries/reconcile.ts';
import { claimDeliveries } from '../../../delivery/deliveries/send/claim.ts';
import { startDueSchedules } from '../../../delivery/deliveries/start/start.ts';
import { outboxMails } from '../../../outbox/messages/mails/mails.table.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';
import { findHoldDifferences } from '../people.ts';
import { lifeChanges } from './life-changes.table.ts';
import { countLifeChanges } from './life-changes.ts';

const testApp = await startTestApp({ clock: createTestClock('2031-03-06T15:42:00Z') });
const { services, clock } = testApp;
const { db } = services;
let staff: Person;
/** A session ends after twenty idle minutes. */
beforeEach(async () => {
  staff = await createStaff(testApp);
});
async function pass(seconds: number): Promise<void> {
  clock.advance(seconds);
  staff = await createStaff(testApp);
}

interface Case extends Reported {
  releaseId: string;
  /** In the order of their names. */
  ids: string[];
}

/** An owner who has died, with a contact, Leo, and the people who received something. The letter is for those in `named`. */
async function released(
  substitutes: Record<string, string> = {},
  named = ['Leo'],
  more: (reported: Reported, idOf: (name: string) => string) => Promise<unknown> = async () => undefined,
): Promise<Case> {
  const names = ['Leo', 'Ana', 'Ben'];
  const reported = await reportedOwner(
    testApp,
    names.map((firstName) => ({ firstName, lastName: 'Alvarez' })),
  );
  const idOf = (name: string) =>
    reported.recipients.find(({ firstName }) => firstName === name)?.id ?? 'nobody';
  for (const [dead, substitute] of Object.entries(substitutes))
    await db
      .update(recipients)
      .set({ substituteId: idOf(substitute) })
      .where(eq(recipients.id, idOf(dead)));
  const people = reported.recipients.filter(({ firstName }) => named.includes(firstName));
  if (people.length > 0) await leave(testApp, { ...reported, recipients: people });
  await more(reported, idOf);
  const releaseId = await endWindow(testApp, reported.reportId);
  return { ...reported, releaseId, ids: names.map(idOf) };
}

const statesOf = async (recipientId: string | undefined) =>
  (
    await db
      .select()
      .from(deliveryQueue)
      .where(eq(deliveryQueue.recipientId, recipientId ?? ''))
  ).map(({ status, waitingReason }) => waitingReason ?? status);
const rowOf = async (id: string) => (await db.select().from(lifeChanges).where(eq(lifeChanges.id, id)))[0];
const mailsTo = async ({ owner }: Reported, address: string | null | undefined) => {
  const rows = await db.select().from(outboxMails).where(eq(outboxMails.userId, owner.user.id));
  for (const { subjectId, userId } of rows) await sendMailsAbout(services, subjectId ?? userId ?? '');
  return mailTo(services, address ?? '');
};
const auditOf = async (subjectId: string) =>
  (await db.select().from(auditLog).where(eq(auditLog.subjectId, subjectId))).at(-1);
const differences = async () => [
  ...(await findDifferences(db, clock.now())),
  ...(await findHoldDifferences(db)),
];
const list = async (query = '') =>
  (await staff.request({ url: `/api/admin/life-changes${query}` })).json<StaffLifeChangeList>();

describe('GET /api/admin/life-changes', () => {
  test('200: who said what of whom, how much waits and who would get it, a page at a time; late after two days', async () => {
    const { token, contact, ids, owner } = await released({ Leo: 'Ana' });
    const [leo = '', , ben = ''] = ids;
    const died = await told(testApp, { token }, leo, { kind: 'died', note: 'In May' });
    await deliverDue(testApp);
    clock.advance(60);
    const pause = await told(testApp, { token }, ben, { kind: 'pause' });
    const first = await list('?limit=1');
    expect(first.changes).toMatchObject([
      {
        id: died,
        kind: 'died',
        state: 'open',
        person: { id: leo, name: 'Leo Alvarez' },
        owner: { id: owner.user.id },
        contact: { id: contact.id, name: 'Inés Duarte' },
        note: 'In May',
        waiting: 1,
        others: [],
        substitute: { name: 'Ana Alvarez' },
        isLate: false,
        acts: ['answer', 'end', 'confirm-death'],
      },
    ]);
    const rest = await list(`?limit=1&${new URLSearchParams({ ...first.next } as Record<string, string>)}`);
    expect([rest.changes.map(({ id }) => id), rest.next]).toEqual([[pause], null]);
    await pass(48 * 3_600);
    expect((await list()).changes.map(({ isLate }) => isLate)).toEqual([true, true]);
    const counted = await countLifeChanges(services, { timezone: 'UTC' });
    expect(counted).toMatchObject({ count: 2, late: 2, detail: '1 died, 1 to pause' });
    for (const id of [died, pause]) await decide(staff, id, 'end');
    expect(await countLifeChanges(services, { timezone: 'UTC' })).toMatchObject({ count: 0, oldest: null });
    const ended = await list('?state=ended');
    expect(ended.changes.slice(0, 2).map(({ id }) => id)).toEqual([pause, died]);
  });

  test('400: an unknown state, half a place; 404: an unknown id', async () => {
    for (const query of ['?state=lost', '?after=018f5e9c-0000-7000-8000-000000000000', '?limit=0'])
      expect((await staff.request({ url: `/api/admin/life-changes${query}` })).statusCode).toBe(400);
    const url = '/api/admin/life-changes/018f5e9c-0000-7000-8000-000000000000';
    expect((await staff.request({ url })).statusCode).toBe(404);
  });
});

describe('POST /api/admin/life-changes/{id}', () => {
  test('answer, 200: it goes on, leaves the queue, and the contact reads the words', async () => {
    const found = await released();
    const [leo = ''] = found.ids;
    const id = await told(testApp, found, leo, { kind: 'minor', note: 'Her aunt looks after her' });
    const answer = await decide(staff, id, 'answer', { message: 'We wait until she is of age.' });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { state: 'answered', message: 'We wait until she is of age.', endedAt: null },
    ]);
    expect((await rowOf(id))?.staffNote).not.toContain('age');
    await deliverDue(testApp);
    expect(await statesOf(leo)).toEqual(['held_by_trusted_contact']);
    const mail = (await mailsTo(found, found.contact.email)).find(
      ({ subject }) => subject === 'About Leo Alvarez',
    );
    expect(mail?.text).toContain('You told us that Leo Alvarez is under 18. A person here');
    expect(mail?.text).toContain('We wait until she is of age.');
    expect(mail?.text).toContain(`/trusted/${found.token}`);
    expect(await auditOf(id)).toMatchObject({
      action: 'life-change.answered-by-staff',
      actor: staff.user.id,
      reason: 'We have telephoned',
      before: { state: 'open' },
      after: { state: 'answered' },
    });
    expect(JSON.stringify(await auditOf(id))).not.toContain('aunt');
  });

  test('answer, 200: a contact who has only a phone reads the words in a text message', async () => {
    const found = await released();
    const phone = '+12125550147';
    await db.update(recipients).set({ email: null, phone }).where(eq(recipients.id, found.contact.id));
    const id = await told(testApp, found, found.ids[0] ?? '', { kind: 'minor' });
    await decide(staff, id, 'answer', { message: 'We wait until he is of age.' });
    const texts = (await mailsTo(found, phone)).map(({ text }) => text);
    expect(texts.filter((text) => text.includes('We wait until he is of age. Until then'))).toHaveLength(1);
  });

  test('end, 200: they are let go once nothing else holds them; "not so" of a death as well', async () => {
    const found = await released();
    const [leo = ''] = found.ids;
    const died = await told(testApp, found, leo, { kind: 'died' });
    const hold = await told(testApp, found, leo, { kind: 'hold' });
    await deliverDue(testApp);
    expect((await decide(staff, died, 'end')).json()).toMatchObject({ state: 'ended', endedBy: 'staff' });
    await deliverDue(testApp);
    expect(await statesOf(leo)).toEqual(['held_by_trusted_contact']);
    await decide(staff, hold, 'end');
    await deliverDue(testApp);
    expect([await statesOf(leo), await differences()]).toEqual([['delivered'], []]);
  });

  test('confirm-death, 200: what has begun and what is to come goes to the substitute, once; what was received stays', async () => {
    const due = new Date(wholeDaysAfter(clock.now(), 3)).toISOString();
    const found = await released({ Leo: 'Ana' }, ['Leo', 'Ben'], async ({ owner, memoryId }, idOf) => {
      await createSchedule(owner, { memoryId, deliveryDate: due, recipientIds: [idOf('Leo')] });
      const both = [idOf('Leo'), idOf('Ana')];
      await createSchedule(owner, { memoryId, deliveryDate: due, recipientIds: both });
    });
    const [leo = '', ana = '', ben = ''] = found.ids;
    const id = await told(testApp, found, leo, { kind: 'died' });
    await deliverDue(testApp);
    const answer = await decide(staff, id, 'confirm-death', { message: 'We are sorry.' });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { state: 'confirmed', acts: [], waiting: 0 },
    ]);
    expect((await auditOf(id))?.details).toEqual({ schedules: 3, substitute: ana });
    await deliverDue(testApp);
    expect([await statesOf(leo), await statesOf(ana), await statesOf(ben)]).toEqual([
      [],
      ['delivered'],
      ['delivered'],
    ]);
    await pass(3 * 24 * 3_600);
    await deliverDue(testApp);
    expect(await statesOf(ana)).toEqual(['delivered', 'delivered', 'delivered']);
    expect([await statesOf(leo), await differences()]).toEqual([[], []]);
    const mails = await mailTo(services, found.recipients.find((each) => each.id === ana)?.email ?? '');
    expect(mails).toHaveLength(2);
    expect((await decide(staff, id, 'end')).statusCode).toBe(409);
    expect((await lift(testApp, found, leo, id)).statusCode, 'by whoever said it').toBe(409);
    // One of the two letters of that day was meant for Leo alone, and says so; hers is like any other.
    const [both = '', passedOn = ''] = mails.map(({ text }) => text.replaceAll(/\s+/g, ' '));
    expect(passedOn).toContain(
      'left a letter with us for Leo, who has died, and wanted you to have it then.',
    );
    expect(both).toMatch(/left two things with us for you, .*: .*a letter, which was for Leo, who has died/);
    const browser = openBrowser(testApp.app);
    for (const mail of mails) {
      const opened = await browser.open(receivedTokenIn(mail), {});
      const { memories } = opened.json<ReceivedMemories>();
      expect(memories.map(({ leftFor }) => leftFor)).toEqual(expect.arrayContaining(['Leo', 'Leo', null]));
    }
  });

  test('confirm-death, 200: what they have received goes to nobody else, and nothing of another’s is enqueued again', async () => {
    const later = new Date(minutesAfter(clock.now(), 60)).toISOString();
    const found = await released({ Leo: 'Ana' }, ['Leo', 'Ben'], async ({ owner, memoryId }, idOf) => {
      await createSchedule(owner, {
        memoryId,
        deliveryDate: later,
        recipientIds: [idOf('Leo'), idOf('Ben')],
      });
    });
    const [leo = '', ana = '', ben = ''] = found.ids;
    await deliverDue(testApp);
    expect([await statesOf(leo), await statesOf(ben)]).toEqual([['delivered'], ['delivered']]);
    const id = await told(testApp, found, leo, { kind: 'died' });
    await pass(60 * 60);
    await startDueSchedules(services);
    await db.execute('delete from pgboss.job');
    expect((await decide(staff, id, 'confirm-death')).statusCode).toBe(200);
    expect((await auditOf(id))?.details).toEqual({ schedules: 1, substitute: ana });
    const jobs = await db.execute<{ ids: string[] }>(
      "select data->'deliveryIds' as ids from pgboss.job where name = 'deliver'",
    );
    const ofAna = await db.select().from(deliveryQueue).where(eq(deliveryQueue.recipientId, ana));
    expect(jobs.rows).toEqual([{ ids: ofAna.map((row) => row.id) }]);
    expect([await statesOf(leo), ofAna.length, await differences()]).toEqual([['delivered'], 1, []]);
  });

  test('confirm-death, 200: without a substitute nobody gets it; where they have died too, who was named for them', async () => {
    const alone = await released();
    const id = await told(testApp, alone, alone.ids[0] ?? '', { kind: 'died' });
    await deliverDue(testApp);
    expect((await decide(staff, id, 'confirm-death')).statusCode).toBe(200);
    const left = await db
      .select()
      .from(memoryRecipients)
      .where(eq(memoryRecipients.recipientId, alone.ids[0] ?? ''));
    expect([left, await differences()]).toEqual([[], []]);

    const chain = await released({ Leo: 'Ana', Ana: 'Ben', Ben: 'Leo' });
    const [leo = '', ana = '', ben = ''] = chain.ids;
    const ofAna = await told(testApp, chain, ana, { kind: 'died' });
    await decide(staff, ofAna, 'confirm-death');
    const ofLeo = await told(testApp, chain, leo, { kind: 'died' });
    expect((await loadChange(staff, ofLeo)).substitute?.id).toBe(ben);
    await decide(staff, ofLeo, 'confirm-death');
    const ofBen = await told(testApp, chain, ben, { kind: 'died' });
    expect((await loadChange(staff, ofBen)).substitute).toBeNull();
    await deliverDue(testApp);
    expect(await statesOf(ben)).toEqual(['held_by_trusted_contact']);
  });

  test('confirm-death, 200: a substitute of whom the owner had said that they have died is passed over', async () => {
    const said = { died: 0 };
    const found = await released({ Leo: 'Ana', Ana: 'Ben' }, ['Leo'], async ({ owner }, idOf) => {
      const url = `/api/recipients/${idOf('Ana')}/death`;
      said.died = (await owner.request({ method: 'POST', url, payload: { passOn: false } })).statusCode;
    });
    expect(said.died).toBe(201);
    const [leo = '', , ben = ''] = found.ids;
    const id = await told(testApp, found, leo, { kind: 'died' });
    expect((await decide(staff, id, 'confirm-death')).statusCode).toBe(200);
    await deliverDue(testApp);
    expect(await statesOf(ben)).toEqual(['delivered']);
  });

  test('confirm-death, 200: a substitute whose link was closed with an earlier release has it open again', async () => {
    const found = await released({ Leo: 'Ana' }, ['Leo', 'Ana']);
    const [leo = '', ana = ''] = found.ids;
    await told(testApp, found, leo, { kind: 'pause' });
    await deliverDue(testApp);
    const url = `/api/admin/releases/${found.releaseId}/revoke`;
    await staff.request({ method: 'POST', url, payload: { reason: 'She lives' } });
    await db.delete(memoryRecipients).where(eq(memoryRecipients.recipientId, ana));
    clock.advance(60);
    const reportId = await beginWindow(testApp, found.owner);
    await endWindow(testApp, reportId);
    const link = { token: tokenOf(testApp, reportId, found.contact) };
    const died = await told(testApp, link, leo, { kind: 'died' });
    await deliverDue(testApp);
    expect((await decide(staff, died, 'confirm-death')).statusCode).toBe(200);
    await deliverDue(testApp);
    const [row] = await db.select().from(deliveryQueue).where(eq(deliveryQueue.recipientId, ana));
    expect(row).toMatchObject({ status: 'delivered', releaseRevokedAt: null });
    expect(await differences()).toEqual([]);
  });

  test('409: another state or substitute than was seen, what is being sent, what does not fit; nothing is written', async () => {
    const found = await released({ Leo: 'Ana' });
    const [leo = '', ana = ''] = found.ids;
    await startDueSchedules(services);
    const [delivery] = await db.select().from(deliveryQueue).where(eq(deliveryQueue.recipientId, leo));
    await claimDeliveries(services, [delivery?.id ?? '']);
    const id = await told(testApp, found, leo, { kind: 'died' });
    const sending = await decide(staff, id, 'confirm-death');
    expect([sending.statusCode, sending.json().message]).toEqual([
      409,
      'Something is being sent to them at this moment. Please try again in a minute.',
    ]);
    const stale = await decide(staff, id, 'confirm-death', { seen: { state: 'open', substituteId: null } });
    expect(stale.json().fields).toEqual({ substituteId: 'The substitute is Ana Alvarez now' });
    await decide(staff, id, 'answer', { message: 'Thank you' });
    const late = await decide(staff, id, 'end', { seen: { state: 'open', substituteId: ana } });
    expect(late.json().fields).toEqual({ state: 'It was open, and is answered now' });
    const hold = await told(testApp, found, leo, { kind: 'hold' });
    expect((await decide(staff, hold, 'confirm-death')).statusCode).toBe(409);
    expect(await rowOf(id)).toMatchObject({ endedAt: null, confirmedAt: null });
  });

  test.each([
    ['no reason', { reason: ' ' }],
    ['a reason of 10,000 characters', { reason: 'x'.repeat(10_000) }],
    ['nothing seen', { seen: undefined }],
    ['an empty message', { message: ' ' }],
  ])('400: %s', async (_what, more) => {
    const found = await released();
    const id = await told(testApp, found, found.ids[0] ?? '', { kind: 'hold' });
    expect((await decide(staff, id, 'answer', { message: 'Thank you', ...more })).statusCode).toBe(400);
    expect((await rowOf(id))?.answeredAt).toBeNull();
  });

  test('of several who decide at the same moment one does', async () => {
    const found = await released({ Leo: 'Ana' });
    const [leo = '', ana = ''] = found.ids;
    const id = await told(testApp, found, leo, { kind: 'died' });
    await deliverDue(testApp);
    const seen = { state: 'open', substituteId: ana };
    const acts = ['confirm-death', 'end', 'confirm-death', 'end'];
    const answers = await Promise.all(acts.map((act) => decide(staff, id, act, { seen })));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409]);
    await deliverDue(testApp);
    const states = [...(await statesOf(leo)), ...(await statesOf(ana))];
    expect([states, await differences()]).toEqual([['delivered'], []]);
  });
});

test('F33: revoking the release ends every hold, and the owner reads what had been told', async () => {
  const soon = new Date(minutesAfter(clock.now(), 60)).toISOString();
  const found = await released({}, ['Leo'], ({ owner, memoryId }, idOf) =>
    createSchedule(owner, { memoryId, deliveryDate: soon, recipientIds: [idOf('Leo')] }),
  );
  const [leo = ''] = found.ids;
  const id = await told(testApp, found, leo, { kind: 'pause' });
  await pass(3_600);
  await deliverDue(testApp);
  const url = `/api/admin/releases/${found.releaseId}/revoke`;
  await staff.request({ method: 'POST', url, payload: { reason: 'She lives' } });
  expect(await rowOf(id)).toMatchObject({ endedBy: 'system' });
  await deliverDue(testApp);
  expect([await statesOf(leo), await differences()]).toEqual([['delivered'], []]);
  const mails = await mailsTo(found, found.owner.user.email);
  const mail = mails.find(({ subject }) => subject?.startsWith('What your trusted contacts told us'));
  expect(mail?.text).toContain('Leo Alvarez: should wait for now');
});
