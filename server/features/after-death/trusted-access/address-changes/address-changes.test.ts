import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  changePage,
  changesOfPerson,
  correctAddress,
  correctAndTell,
  decide,
  heldMailsOf,
  noticesOf,
  noticeTokenOf,
  press,
  toldOfChange,
} from '../../../../../test/address-changes.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { createStaff } from '../../../../../test/factories.ts';
import { lettersTo, mailTo } from '../../../../../test/mailbox.ts';
import { deliverDue, leave } from '../../../../../test/released.ts';
import { startDelivery } from '../../../../../test/started-delivery.ts';
import { endWindow, reportedOwner, tokenOf } from '../../../../../test/trusted-access.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { deliveryQueue } from '../../../delivery/deliveries/deliveries.table.ts';
import { findDifferences } from '../../../delivery/deliveries/reconcile.ts';
import { claimDeliveries } from '../../../delivery/deliveries/send/claim.ts';
import { deliverBatch } from '../../../delivery/deliveries/send/deliver-batch.ts';
import { recordOutcomes } from '../../../delivery/deliveries/send/record-outcomes.ts';
import { startDueSchedules } from '../../../delivery/deliveries/start/start.ts';
import { mendWaitingTimes } from '../../../delivery/deliveries/start/waiting-times.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';
import { accessId, trustedToken } from '../../death-cases/contacts/links.ts';
import { findHoldDifferences } from '../people.ts';

const testApp = await startTestApp({ clock: createTestClock('2031-03-06T15:42:00Z') });
const { app, services, clock } = testApp;
const { db } = services;
/** Signed in again before each test, because the clock advances by days here. */
let staff = await createStaff(testApp);
beforeEach(async () => {
  staff = await createStaff(testApp);
});

const hours = 3600;
const nora = () => ({
  firstName: 'Nora',
  lastName: 'Moreau',
  email: `nora.${v7()}@example.com`,
  phone: '+1 212 555 0142',
  mailingAddress: '1 Elm Street, Portland',
});

/** After a release, with a letter to Nora that is due and not yet sent, and a second trusted contact. */
async function released(person: Record<string, unknown> = {}) {
  const jonas = { firstName: 'Jonas', trustedContact: true, email: `jonas.${v7()}@example.com` };
  const reported = await reportedOwner(testApp, [{ ...nora(), ...person }, jonas]);
  const [, noraEntry, jonasEntry] = reported.recipients;
  await leave(testApp, { ...reported, recipients: [requireFound(noraEntry)] });
  const releaseId = await endWindow(testApp, reported.reportId);
  return { ...reported, releaseId, nora: requireFound(noraEntry), jonas: requireFound(jonasEntry) };
}

const rowOf = async (recipientId: string) =>
  requireFound((await db.select().from(deliveryQueue).where(eq(deliveryQueue.recipientId, recipientId)))[0]);
const entryOf = async (id: string) =>
  requireFound((await db.select().from(recipients).where(eq(recipients.id, id)))[0]);
const contradictions = async () => [
  ...(await findDifferences(db, clock.now())),
  ...(await findHoldDifferences(db)),
];

describe('security 71: a change by a trusted contact', () => {
  test.each([
    ['email', { email: 'nora.m@example.org' }, 'n•••@example.org'],
    ['secondEmail', { secondEmail: 'nora.two@example.org' }, 'n•••@example.org'],
    ['phone', { phone: '+1 212 555 0199' }, '+1•••99'],
    ['mailingAddress', { mailingAddress: '99 Harbour Road, Boston' }, '99 •••••'],
  ] as const)(
    'of the %s is told on every channel before and to the other contacts, and nothing leaves for 48 hours',
    async (field, change, covered) => {
      const scene = await released();
      const { email, phone } = scene.nora;
      expect((await correctAddress(testApp, scene, scene.nora.id, change)).statusCode).toBe(200);
      const [made] = await changesOfPerson(testApp, scene.nora.id);
      const { id = '' } = made ?? {};
      const told = (await noticesOf(testApp, id)).map(({ audience, channel, address }) => [
        audience,
        channel,
        address,
      ]);
      const before = [
        ['person', 'email', email],
        ['person', 'text', phone],
      ];
      expect(told).toEqual(expect.arrayContaining([...before, ['contact', 'email', scene.jonas.email]]));
      expect(told).toHaveLength(3);
      const [mail] = await toldOfChange(testApp, id, email ?? '');
      expect(mail?.text).toContain('Inés Duarte, a trusted contact of');
      expect(mail?.text).toContain('From Saturday, 8 March 2031 at 10:42 Eastern on we use it.');
      expect(JSON.stringify(mail)).not.toContain(Object.values(change)[0]);
      const token = await noticeTokenOf(testApp, id, email ?? '');
      expect(mail?.text).toContain(`/address/${token}`);
      expect(await changePage(testApp, token)).toMatchObject({
        state: 'waiting',
        byName: 'Inés Duarte',
        changes: [{ field, now: covered }],
        inForceFrom: '2031-03-08T15:42:00.000Z',
        canDispute: true,
      });
      await deliverDue(testApp);
      const target = field === 'email' ? change.email : (email ?? '');
      expect([
        await lettersTo(services, email ?? ''),
        await lettersTo(services, target),
        (await rowOf(scene.nora.id)).status,
      ]).toEqual([0, 0, 'pending']);
      clock.advance(48 * hours - 1);
      await mendWaitingTimes(services);
      await deliverDue(testApp);
      expect([await lettersTo(services, target), await contradictions()]).toEqual([0, []]);
      clock.advance(1);
      await deliverDue(testApp);
      expect([await lettersTo(services, target), (await rowOf(scene.nora.id)).status]).toEqual([
        1,
        'delivered',
      ]);
      clock.set('2031-03-06T15:42:00Z');
    },
  );

  test('says "this is wrong" by the link: everything is held before staff, and "right after all" undoes it', async () => {
    const scene = await released();
    const { id: noraId, email } = scene.nora;
    const id = await correctAndTell(testApp, scene, noraId, { email: 'thief@example.org' });
    const token = await noticeTokenOf(testApp, id, email ?? '');
    await app.inject({ url: `/api/address/${token}` });
    expect((await entryOf(noraId)).heldSince).toBeNull();
    const held = await press(testApp, token, 'wrong');
    expect([held.statusCode, held.json()]).toMatchObject([200, { state: 'disputed', canTakeBack: true }]);
    clock.advance(49 * hours);
    await deliverDue(testApp);
    expect([(await rowOf(noraId)).waitingReason, await lettersTo(services, 'thief@example.org')]).toEqual([
      'held_by_trusted_contact',
      0,
    ]);
    staff = await createStaff(testApp);
    const { changes } = (await staff.request({ url: '/api/admin/address-changes' })).json();
    expect(changes.find((each: { id: string }) => each.id === id)).toMatchObject({ state: 'disputed' });
    const other = await noticeTokenOf(testApp, id, scene.jonas.email ?? '');
    await press(testApp, other, 'wrong');
    expect((await press(testApp, token, 'right')).json()).toMatchObject({
      state: 'disputed',
      canDispute: true,
    });
    expect((await entryOf(noraId)).heldSince).not.toBeNull();
    expect((await press(testApp, other, 'right')).json().state).toBe('in_force');
    expect([(await entryOf(noraId)).heldSince, await contradictions()]).toEqual([null, []]);
    await deliverDue(testApp);
    expect(await lettersTo(services, 'thief@example.org')).toBe(1);
  });

  test('that was wrong is put back by staff: the letter goes to the address before', async () => {
    const scene = await released();
    const { id: noraId, email } = scene.nora;
    await correctAddress(testApp, scene, noraId, { email: 'thief.again@example.org', phone: null });
    const [change] = await changesOfPerson(testApp, noraId);
    const { id = '' } = change ?? {};
    const token = await noticeTokenOf(testApp, id, email ?? '');
    await deliverDue(testApp);
    await press(testApp, token, 'wrong');
    expect((await decide(staff, id, 'settle', { outcome: 'put-back' })).json().state).toBe('put_back');
    expect(await entryOf(noraId)).toMatchObject({ email, phone: scene.nora.phone, addressWaitsUntil: null });
    await deliverDue(testApp);
    expect([
      await lettersTo(services, 'thief.again@example.org'),
      await lettersTo(services, email ?? ''),
    ]).toEqual([0, 1]);
    expect((await press(testApp, token, 'wrong')).statusCode).toBe(409);
    const settled = (await toldOfChange(testApp, id, email ?? '')).map(({ text }) => text);
    expect(settled.some((text) => text.includes('what we had before counts'))).toBe(true);
    expect(await contradictions()).toEqual([]);
  });

  test('that was right after all waits anew once staff have found it out', async () => {
    const scene = await released();
    const { id: noraId, email } = scene.nora;
    const id = await correctAndTell(testApp, scene, noraId, { email: 'nora.new@example.org' });
    await press(testApp, await noticeTokenOf(testApp, id, email ?? ''), 'wrong');
    clock.advance(60 * hours);
    staff = await createStaff(testApp);
    expect((await decide(staff, id, 'settle', { outcome: 'right' })).json()).toMatchObject({
      state: 'waiting',
    });
    await deliverDue(testApp);
    expect(await lettersTo(services, 'nora.new@example.org')).toBe(0);
    clock.advance(48 * hours);
    await deliverDue(testApp);
    expect([await lettersTo(services, 'nora.new@example.org'), await contradictions()]).toEqual([1, []]);
  });

  test('is also told where somebody was reached before an earlier change', async () => {
    const scene = await released();
    const { id: noraId, email } = scene.nora;
    await correctAddress(testApp, scene, noraId, { email: 'first@example.org' });
    await correctAddress(testApp, scene, noraId, { email: 'second@example.org' });
    const [second] = await changesOfPerson(testApp, noraId);
    const told = (await noticesOf(testApp, second?.id ?? '')).map(({ address }) => address);
    expect(told).toEqual(expect.arrayContaining([email, 'first@example.org']));
    expect(told).not.toContain('second@example.org');
  });

  test('that puts the address before in second place is told there all the same', async () => {
    const scene = await released();
    const { id: noraId, email } = scene.nora;
    await correctAddress(testApp, scene, noraId, { email: 'thief@example.org', secondEmail: email });
    const [change] = await changesOfPerson(testApp, noraId);
    const told = (await noticesOf(testApp, change?.id ?? '')).map(({ address }) => address);
    expect(told).toContain(email);
    expect(told).not.toContain('thief@example.org');
    await decide(staff, change?.id ?? '', 'hold');
    await decide(await createStaff(testApp), change?.id ?? '', 'settle', { outcome: 'put-back' });
    expect(await entryOf(noraId)).toMatchObject({ email, secondEmail: null });
  });

  test('gives a second address, which is tried once the 48 hours are over and the first does not work', async () => {
    const scene = await released();
    const { id: noraId, email } = scene.nora;
    await correctAndTell(testApp, scene, noraId, { secondEmail: 'nora.two@example.org' });
    await deliverDue(testApp);
    await db
      .update(deliveryQueue)
      .set({ failedAddresses: [email ?? ''] })
      .where(eq(deliveryQueue.recipientId, noraId));
    clock.advance(49 * hours);
    await deliverDue(testApp);
    expect([
      await lettersTo(services, email ?? ''),
      await lettersTo(services, 'nora.two@example.org'),
    ]).toEqual([0, 1]);
  });

  test.each([
    ['400: is no second address without a first', { email: null, secondEmail: 'two@example.org' }, 400],
    [
      '400: is no second address if it is the first',
      { email: 'One@example.org', secondEmail: 'one@example.org' },
      400,
    ],
    [
      '409: of a second address that has changed meanwhile',
      { seen: { secondEmail: 'old@example.org' } },
      409,
    ],
  ])('%s', async (_what, changes, status) => {
    const scene = await released();
    const { email, phone, mailingAddress } = scene.nora;
    const seen = { email, phone, mailingAddress };
    const url = `/api/trusted/${scene.token}/people/${scene.nora.id}`;
    const payload = { ...seen, ...changes, seen: { ...seen, ...('seen' in changes && changes.seen) } };
    const answer = await app.inject({ method: 'PUT', url, payload });
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([status, ['secondEmail']]);
    expect(await changesOfPerson(testApp, scene.nora.id)).toEqual([]);
  });

  test('of somebody of whom only a postal address was known is a letter for staff to write', async () => {
    const scene = await released({ email: null, phone: null });
    await correctAddress(testApp, scene, scene.nora.id, { email: 'nora.found@example.org' });
    const [change] = await changesOfPerson(testApp, scene.nora.id);
    const { id = '' } = change ?? {};
    const letter = (await noticesOf(testApp, id)).find(({ channel }) => channel === 'post');
    expect(letter).toMatchObject({ address: scene.nora.mailingAddress, toldAt: null });
    const written = await decide(staff, id, 'letter', { notice: letter?.id });
    expect([written.statusCode, written.json().told]).toMatchObject([
      200,
      expect.arrayContaining([
        expect.objectContaining({ channel: 'post', toldAt: clock.now().toISOString() }),
      ]),
    ]);
    expect((await decide(staff, id, 'letter', { notice: letter?.id })).statusCode).toBe(404);
  });

  test('keeps back what falls due inside the 48 hours too, and what is for others goes', async () => {
    const scene = await reportedOwner(testApp, [
      nora(),
      { firstName: 'Leo', email: `leo.${v7()}@example.com` },
    ]);
    const [, person, leo] = scene.recipients.map((each) => requireFound(each));
    if (!person || !leo) throw new Error('Somebody is missing');
    const dueAt = new Date(clock.now().getTime() + 12 * hours * 1000).toISOString();
    await leave(
      testApp,
      { ...scene, recipients: [person, leo] },
      { deliveryType: 'scheduled', deliveryDate: dueAt },
    );
    await endWindow(testApp, scene.reportId);
    await correctAndTell(testApp, scene, person.id, { email: 'nora.later@example.org' });
    clock.advance(12 * hours);
    await deliverDue(testApp);
    expect([
      await lettersTo(services, 'nora.later@example.org'),
      await lettersTo(services, leo.email ?? ''),
    ]).toEqual([0, 1]);
    clock.advance(36 * hours);
    await deliverDue(testApp);
    expect([
      await lettersTo(services, 'nora.later@example.org'),
      await lettersTo(services, leo.email ?? ''),
    ]).toEqual([1, 1]);
  });

  test('an attempt that was under way when the address changed does not send a second time before it counts', async () => {
    const scene = await released();
    await startDueSchedules(services);
    const { id } = await rowOf(scene.nora.id);
    const [claim] = await claimDeliveries(services, [id]);
    await correctAddress(testApp, scene, scene.nora.id, { email: 'while.sent@example.org' });
    const message = '421 not now';
    await recordOutcomes(services, [
      { delivery: requireFound(claim), outcome: { kind: 'waiting', reason: 'bad_address', message } },
    ]);
    await deliverBatch(services, [id]);
    expect(await rowOf(scene.nora.id)).toMatchObject({
      status: 'pending',
      attemptAfter: (await entryOf(scene.nora.id)).addressWaitsUntil,
    });
    expect(await lettersTo(services, 'while.sent@example.org')).toBe(0);
  });

  test('two who press at once, and a release revoked meanwhile, leave no contradiction', async () => {
    const scene = await released();
    await correctAddress(testApp, scene, scene.nora.id, { email: 'race@example.org' });
    const [change] = await changesOfPerson(testApp, scene.nora.id);
    const { id = '' } = change ?? {};
    const tokens = [
      await noticeTokenOf(testApp, id, scene.nora.email ?? ''),
      await noticeTokenOf(testApp, id, scene.jonas.email ?? ''),
    ];
    clock.advance(48 * hours);
    staff = await createStaff(testApp);
    await startDueSchedules(services);
    const url = `/api/admin/releases/${scene.releaseId}/revoke`;
    const pressed = await Promise.all([
      ...tokens.map((token) => press(testApp, token, 'wrong')),
      deliverDue(testApp),
      staff.request({ method: 'POST', url, payload: { reason: 'A mistake' } }),
    ]);
    expect(
      pressed
        .filter(Boolean)
        .map((answer) => answer?.statusCode ?? 0)
        .every((status) => status < 500),
    ).toBe(true);
    expect(await contradictions()).toEqual([]);
  });

  test('counts by both clocks: a process that is ahead sends nothing early', async () => {
    const scene = await released();
    await correctAndTell(testApp, scene, scene.nora.id, { email: 'ahead@example.org' });
    await deliverDue(testApp);
    clock.advance(48 * hours - 20);
    clock.differ(25);
    await deliverDue(testApp);
    clock.differ(72 * hours);
    await deliverDue(testApp);
    expect(await lettersTo(services, 'ahead@example.org')).toBe(0);
    clock.differ(0);
    clock.advance(20);
    await deliverDue(testApp);
    expect(await lettersTo(services, 'ahead@example.org')).toBe(1);
  });

  test('ends with a release that was revoked: what was said to be wrong is put back, the rest the owner reads', async () => {
    const scene = await released();
    const { id: noraId, email } = scene.nora;
    await correctAddress(testApp, scene, noraId, { email: 'thief.revoked@example.org' });
    const [change] = await changesOfPerson(testApp, noraId);
    const token = await noticeTokenOf(testApp, change?.id ?? '', email ?? '');
    await press(testApp, token, 'wrong');
    await staff.request({
      method: 'POST',
      url: `/api/admin/releases/${scene.releaseId}/revoke`,
      payload: { reason: 'A mistake' },
    });
    expect([(await entryOf(noraId)).email, (await entryOf(noraId)).heldSince]).toEqual([email, null]);
    expect([(await changePage(testApp, token)).state, await contradictions()]).toEqual(['put_back', []]);
    expect((await press(testApp, token, 'wrong')).statusCode).toBe(409);
  });
});

describe('security 71: the address of another trusted contact', () => {
  test('is only proposed: nothing changes, they hear of it where they are, and the old link lives until staff confirm', async () => {
    const scene = await released();
    const { id: jonasId, email } = scene.jonas;
    const jonasLink = tokenOf(testApp, scene.reportId, scene.jonas);
    const asked = await correctAddress(testApp, scene, jonasId, { email: 'taken@example.org' });
    expect([asked.statusCode, asked.json().email]).toEqual([200, email]);
    const [proposal] = await changesOfPerson(testApp, jonasId);
    const { id = '' } = proposal ?? {};
    expect([proposal?.state, (await entryOf(jonasId)).email]).toEqual(['proposed', email]);
    const [mail] = await toldOfChange(testApp, id, email ?? '');
    expect(mail?.text).toContain('Nothing is changed yet');
    expect((await app.inject({ url: `/api/trusted/${jonasLink}` })).statusCode).toBe(200);
    expect((await mailTo(services, 'taken@example.org')).length).toBe(0);
    const again = await correctAddress(testApp, scene, jonasId, { email: 'other@example.org' });
    expect([again.statusCode, again.json().code]).toEqual([409, 'conflict']);

    expect((await decide(staff, id, 'confirm')).json()).toMatchObject({ state: 'waiting' });
    expect((await entryOf(jonasId)).email).toBe('taken@example.org');
    const unknown = await app.inject({ url: `/api/trusted/${'a'.repeat(43)}` });
    expect((await app.inject({ url: `/api/trusted/${jonasLink}` })).body).toBe(unknown.body);
    const access = accessId({ reportId: scene.reportId, recipientId: jonasId });
    const next = trustedToken(services, access, 2);
    expect((await app.inject({ url: `/api/trusted/${next}` })).statusCode).toBe(200);
    const held = (await heldMailsOf(testApp, access)).filter(({ heldUntil }) => heldUntil !== null);
    expect(held.map(({ heldUntil }) => heldUntil)).toEqual([
      new Date(clock.now().getTime() + 48 * hours * 1000),
    ]);
  });

  test('their own too; refused, nothing of it is left', async () => {
    const scene = await released();
    const { id: contactId, email } = scene.contact;
    await correctAddress(testApp, scene, contactId, { email: 'ines.new@example.org' });
    const [proposal] = await changesOfPerson(testApp, contactId);
    const refused = await decide(staff, proposal?.id ?? '', 'refuse');
    expect([refused.json().state, (await entryOf(contactId)).email]).toEqual(['refused', email]);
    expect((await decide(staff, proposal?.id ?? '', 'confirm')).statusCode).toBe(409);
    expect((await app.inject({ url: `/api/trusted/${scene.token}` })).statusCode).toBe(200);
  });

  test('that they say is wrong cannot be confirmed, and no link goes there', async () => {
    const scene = await released();
    const { id: jonasId, email } = scene.jonas;
    await correctAddress(testApp, scene, jonasId, { email: 'taken.too@example.org' });
    const [proposal] = await changesOfPerson(testApp, jonasId);
    const { id = '' } = proposal ?? {};
    await press(testApp, await noticeTokenOf(testApp, id, email ?? ''), 'wrong');
    expect((await decide(staff, id, 'confirm')).statusCode).toBe(409);
    expect((await decide(staff, id, 'settle', { outcome: 'put-back' })).json().state).toBe('refused');
    expect([(await entryOf(jonasId)).email, await contradictions()]).toEqual([email, []]);
  });
});

test('404: a link that is not one, a wrong one and a dead one alike, not to be cached or indexed', async () => {
  const unknown = await app.inject({ url: `/api/address/${'a'.repeat(43)}` });
  expect(unknown.statusCode).toBe(404);
  expect(unknown.headers).toMatchObject({ 'x-robots-tag': 'noindex', 'cache-control': 'private, no-store' });
  expect((await press(testApp, 'a'.repeat(43), 'wrong')).statusCode).toBe(404);
});

test('the audit log says who changed what, and no address', async () => {
  const scene = await released();
  await correctAddress(testApp, scene, scene.nora.id, { email: 'logged@example.org' });
  const [change] = await changesOfPerson(testApp, scene.nora.id);
  const entries = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, change?.id ?? ''));
  expect(entries).toMatchObject([
    { action: 'address-change.made', actor: 'trusted-contact', details: { fields: 'email' } },
  ]);
  expect(JSON.stringify(entries)).not.toContain('@example');
});

test('an owner who enters an address themselves ends the wait at once', async () => {
  const scene = await startDelivery(testApp, { people: [nora()] });
  const [person] = scene.recipients;
  const { id } = requireFound(person);
  const until = new Date(clock.now().getTime() + 48 * hours * 1000);
  await db
    .update(recipients)
    .set({ addressWaitsUntil: until, addressChangedAt: clock.now(), addressChangedBy: 'Lena' })
    .where(eq(recipients.id, id));
  await deliverDue(testApp);
  expect((await rowOf(id)).attemptAfter).toEqual(until);
  const email = `owner.${v7()}@example.com`;
  const answer = await scene.owner.request({
    method: 'PUT',
    url: `/api/recipients/${id}`,
    payload: { ...person, email },
  });
  expect([answer.statusCode, (await entryOf(id)).addressWaitsUntil]).toEqual([200, null]);
  await deliverDue(testApp);
  expect(await lettersTo(services, email)).toBe(1);
});
