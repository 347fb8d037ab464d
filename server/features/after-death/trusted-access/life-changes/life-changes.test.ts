import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { TrustedPage, TrustedPerson } from '../../../../../shared/after-death/trusted-access.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { createSchedule } from '../../../../../test/factories.ts';
import { lift, tell, told } from '../../../../../test/life-changes.ts';
import { deliverDue, leave } from '../../../../../test/released.ts';
import { endWindow, type Reported, reportedOwner, tokenOf } from '../../../../../test/trusted-access.ts';
import { deliveryQueue } from '../../../delivery/deliveries/deliveries.table.ts';
import { findDifferences } from '../../../delivery/deliveries/reconcile.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';
import { recipientCorrections } from '../../death-cases/contacts/contacts.table.ts';
import { findHoldDifferences } from '../people.ts';
import { lifeChanges } from './life-changes.table.ts';

const testApp = await startTestApp({ clock: createTestClock('2031-03-06T15:42:00Z') });
const { app, services, clock } = testApp;
const { db } = services;

const leo = { firstName: 'Leo', lastName: 'Alvarez' };
const other = ({ recipients: [, person] }: Reported) => {
  if (!person) throw new Error('There is nobody else');
  return person;
};
const pageOf = async ({ token }: Pick<Reported, 'token'>) =>
  (await app.inject({ url: `/api/trusted/${token}` })).json<TrustedPage>();
const personOf = async (link: Reported, id = other(link).id) =>
  (await pageOf(link)).people.find((person) => person.id === id);
const statesOf = async (recipientId: string) =>
  (await db.select().from(deliveryQueue).where(eq(deliveryQueue.recipientId, recipientId))).map(
    ({ status, waitingReason }) => waitingReason ?? status,
  );
const changesOf = (recipientId: string) =>
  db.select().from(lifeChanges).where(eq(lifeChanges.recipientId, recipientId));
const differences = async () => [
  ...(await findDifferences(db, clock.now())),
  ...(await findHoldDifferences(db)),
];

/** A release with something for somebody, and a contact who can speak for them. */
async function released(
  people: Record<string, unknown>[] = [leo],
  andBefore: (reported: Reported) => Promise<unknown> = async () => undefined,
) {
  const reported = await reportedOwner(testApp, people);
  await leave(testApp, { ...reported, recipients: [other(reported)] });
  await andBefore(reported);
  await endWindow(testApp, reported.reportId);
  return reported;
}

describe('POST /api/trusted/{token}/people/{id}/changes', () => {
  test.each(['minor', 'pause', 'hold', 'died'])(
    '201: "%s" holds everything for them, what falls due later too, and the page says so',
    async (kind) => {
      const reported = await released();
      const { id } = other(reported);
      const answer = await tell(testApp, reported, id, { kind, note: 'Since <b>May</b> 🕯' });
      expect([answer.statusCode, answer.json()]).toMatchObject([
        201,
        { id, reach: 'held', changes: [{ kind, note: 'Since <b>May</b> 🕯', canLift: true }] },
      ]);
      await deliverDue(testApp);
      expect(await statesOf(id)).toEqual(['held_by_trusted_contact']);
      expect((await changesOf(id))[0]?.note).not.toContain('May');
      expect(await differences()).toEqual([]);
      const entries = await db.select().from(auditLog).where(eq(auditLog.userId, reported.owner.user.id));
      expect(entries.find(({ action }) => action === 'life-change.told')).toMatchObject({
        actor: 'trusted-contact',
        details: { kind, contact: reported.contact.id },
      });
      expect(JSON.stringify(entries)).not.toContain('May');
    },
  );

  test('201: a new address and a new name stand in the record at once; what stood there is kept', async () => {
    const reported = await released([{ ...leo, mailingAddress: 'Elm Street 1' }]);
    const { id } = other(reported);
    const moved = await tell(testApp, reported, id, { kind: 'moved', mailingAddress: 'Oak Lane 2' });
    expect([moved.statusCode, moved.json()]).toMatchObject([
      201,
      { mailingAddress: 'Oak Lane 2', changes: [] },
    ]);
    const named = { kind: 'new_name', firstName: 'Leona', lastName: 'Diaz' };
    expect((await tell(testApp, reported, id, named)).json()).toMatchObject({ firstName: 'Leona' });
    const kept = await db.select().from(recipientCorrections).where(eq(recipientCorrections.recipientId, id));
    expect(kept.map(({ field, oldValue }) => [field, oldValue])).toEqual([
      ['mailingAddress', 'Elm Street 1'],
      ['firstName', 'Leo'],
      ['lastName', 'Alvarez'],
    ]);
    expect((await changesOf(id)).every(({ endedBy }) => endedBy === 'contact')).toBe(true);
  });

  test.each([
    ['moved', { mailingAddress: 'Oak Lane 2' }],
    ['new_name', { firstName: 'Agnes', lastName: 'Diaz' }],
    ['minor', {}],
    ['pause', {}],
    ['hold', { note: 'Please wait' }],
    ['died', {}],
  ])(
    '409: "%s" about the contact themselves: a person here sees to it, and nothing changes',
    async (kind, more) => {
      const reported = await released();
      const { id } = reported.contact;
      const before = await db.select().from(recipients).where(eq(recipients.id, id));
      const answer = await tell(testApp, reported, id, { kind, ...more });
      expect([answer.statusCode, answer.json().message]).toEqual([
        409,
        'This is about yourself. Please write to us, and a person here sees to it.',
      ]);
      expect(await changesOf(id)).toEqual([]);
      expect(await db.select().from(recipients).where(eq(recipients.id, id))).toEqual(before);
    },
  );

  test.each([
    ['no kind', {}],
    ['an unknown kind', { kind: 'divorced' }],
    ['a move to nowhere', { kind: 'moved', mailingAddress: ' ' }],
    ['half a name', { kind: 'new_name', firstName: 'Leona' }],
    ['a name that is a web address', { kind: 'new_name', firstName: 'https://x.example', lastName: 'Diaz' }],
    ['a note that is too long', { kind: 'hold', note: 'x'.repeat(1001) }],
    ['a note with a NUL', { kind: 'hold', note: 'a\0b' }],
  ])('400: %s', async (_what, payload) => {
    const reported = await released();
    const { id } = other(reported);
    expect((await tell(testApp, reported, id, payload)).statusCode).toBe(400);
    expect([await changesOf(id), (await personOf(reported))?.reach]).toEqual([[], 'nothing_to_do']);
  });

  test('404: somebody of another owner, nobody, and an unknown link; nothing is locked or written', async () => {
    const [reported, stranger] = [await released(), await released()];
    const { id } = other(stranger);
    const answers = [
      await tell(testApp, reported, id, { kind: 'hold' }),
      await tell(testApp, reported, '018f5e9c-0000-7000-8000-000000000000', { kind: 'hold' }),
      await tell(testApp, { token: 'x'.repeat(43) }, id, { kind: 'hold' }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
    expect(await changesOf(id)).toEqual([]);
  });

  test('409: before the release, and what we know already, so that no words are lost unseen', async () => {
    const reported = await reportedOwner(testApp, [leo]);
    expect((await tell(testApp, reported, other(reported).id, { kind: 'hold' })).statusCode).toBe(409);
    const open = await released();
    await told(testApp, open, other(open).id, { kind: 'hold' });
    const again = await tell(testApp, open, other(open).id, { kind: 'hold', note: 'Something else' });
    expect([again.statusCode, again.json().message]).toEqual([
      409,
      'We know this already. Nothing was changed.',
    ]);
    expect(await changesOf(other(open).id)).toHaveLength(1);
  });

  test('a delivery that is due later than the hold, and one to somebody else, stay apart', async () => {
    const deliveryDate = new Date(clock.now().getTime() + 86_400_000).toISOString();
    const reported = await released(
      [leo, { firstName: 'Ben' }],
      ({ owner, memoryId, recipients: people }) => {
        const recipientIds = people.slice(1).map(({ id }) => id);
        return createSchedule(owner, { memoryId, deliveryDate, recipientIds });
      },
    );
    const [, held, free] = reported.recipients;
    const changeId = await told(testApp, reported, held?.id ?? '', { kind: 'pause' });
    clock.advance(86_400);
    await deliverDue(testApp);
    const waits = 'held_by_trusted_contact';
    expect([await statesOf(held?.id ?? ''), await statesOf(free?.id ?? '')]).toEqual([
      [waits, waits],
      ['delivered'],
    ]);
    await lift(testApp, reported, held?.id ?? '', changeId);
    await deliverDue(testApp);
    expect(await statesOf(held?.id ?? '')).toEqual(['delivered', 'delivered']);
    expect(await differences()).toEqual([]);
  });
});

describe('DELETE /api/trusted/{token}/people/{id}/changes/{changeId}', () => {
  test('200: what the contact said themselves ends, and they are let go once nothing else holds them', async () => {
    const reported = await released();
    const { id } = other(reported);
    const minor = await told(testApp, reported, id, { kind: 'minor' });
    const since = testApp.clock.now();
    testApp.clock.advance(60);
    const pause = await told(testApp, reported, id, { kind: 'pause' });
    const [held] = await db.select().from(recipients).where(eq(recipients.id, id));
    expect(held?.heldSince).toEqual(since);
    await deliverDue(testApp);
    const first = await lift(testApp, reported, id, minor);
    expect([first.statusCode, first.json()]).toMatchObject([
      200,
      { reach: 'held', changes: [{ kind: 'pause' }] },
    ]);
    const second = await lift(testApp, reported, id, pause);
    expect(second.json<TrustedPerson>()).toMatchObject({ reach: 'on_its_way', changes: [] });
    await deliverDue(testApp);
    expect([await statesOf(id), await differences()]).toEqual([['delivered'], []]);
    expect((await lift(testApp, reported, id, pause)).statusCode).toBe(404);
    expect((await tell(testApp, reported, id, { kind: 'pause' })).statusCode).toBe(201);
    expect(await changesOf(id)).toHaveLength(3);
  });

  test('200: a pause is lifted by any contact; 409: anything else that another contact said; and its words are theirs alone', async () => {
    const rosa = { firstName: 'Rosa', trustedContact: true };
    const reported = await released([leo, rosa]);
    const { id } = other(reported);
    const [, , second] = reported.recipients;
    const theirs = { ...reported, token: tokenOf(testApp, reported.reportId, second ?? other(reported)) };
    const pause = await told(testApp, reported, id, { kind: 'pause', note: 'A secret' });
    const hold = await told(testApp, reported, id, { kind: 'hold', note: 'Another' });
    expect((await personOf(theirs))?.changes).toMatchObject([
      { id: pause, note: null, canLift: true },
      { id: hold, note: null, canLift: false },
    ]);
    expect((await lift(testApp, theirs, id, hold)).statusCode).toBe(409);
    expect((await lift(testApp, theirs, id, pause)).statusCode).toBe(200);
    expect((await personOf(theirs))?.reach).toBe('held');
  });

  test('404: a change of somebody else, and one of another owner', async () => {
    const [reported, stranger] = [await released([leo, { firstName: 'Ben' }]), await released()];
    const foreign = await told(testApp, stranger, other(stranger).id, { kind: 'pause' });
    const own = await told(testApp, reported, other(reported).id, { kind: 'pause' });
    const ben = reported.recipients[2]?.id ?? '';
    expect((await lift(testApp, reported, other(reported).id, foreign)).statusCode).toBe(404);
    expect((await lift(testApp, reported, ben, own)).statusCode).toBe(404);
    expect((await changesOf(other(stranger).id))[0]?.endedAt).toBeNull();
  });

  test('told and lifted at the same moment by two contacts, nobody stays held by mistake', async () => {
    const reported = await released([leo, { firstName: 'Rosa', trustedContact: true }]);
    const { id } = other(reported);
    const second = reported.recipients[2] ?? other(reported);
    const theirs = { ...reported, token: tokenOf(testApp, reported.reportId, second) };
    for (let round = 0; round < 5; round++) {
      const pause = await told(testApp, reported, id, { kind: 'pause' });
      const answers = await Promise.all([
        lift(testApp, theirs, id, pause),
        tell(testApp, reported, id, { kind: 'minor' }),
        lift(testApp, reported, id, pause),
      ]);
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 201, 404]);
      expect(await findHoldDifferences(db)).toEqual([]);
      const open = (await personOf(reported))?.changes[0]?.id ?? '';
      await lift(testApp, reported, id, open);
    }
    expect((await db.select().from(recipients).where(eq(recipients.id, id)))[0]?.heldSince).toBeNull();
  });
});

test('whoever is removed from the address book, or whose owner is erased, leaves nothing behind', async () => {
  const reported = await released();
  await told(testApp, reported, other(reported).id, { kind: 'hold' });
  await db.delete(recipients).where(and(eq(recipients.id, reported.contact.id)));
  expect((await changesOf(other(reported).id))[0]?.accessId).toBeNull();
  await db.delete(recipients).where(eq(recipients.id, other(reported).id));
  expect(await changesOf(other(reported).id)).toEqual([]);
});
