import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, test } from 'vitest';
import type { StaffDelivery } from '../../../../../shared/delivery/staff-deliveries.ts';
import {
  changePage,
  changesOfPerson,
  correctAndTell,
  decide,
  loadChange,
  noticesOf,
  noticeTokenOf,
  press,
  proposeAddress,
  tellOfChange,
  toldOfChange,
} from '../../../../../test/address-changes.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { createStaff, type Person } from '../../../../../test/factories.ts';
import { lettersTo, mailTo } from '../../../../../test/mailbox.ts';
import { deliverDue, leave } from '../../../../../test/released.ts';
import { claimFor, type Started, startDelivery } from '../../../../../test/started-delivery.ts';
import { toBePosted } from '../../../../../test/to-be-posted.ts';
import { endWindow, reportedOwner } from '../../../../../test/trusted-access.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { deliveryQueue } from '../../../delivery/deliveries/deliveries.table.ts';
import { findDifferences } from '../../../delivery/deliveries/reconcile.ts';
import { recordOutcomes } from '../../../delivery/deliveries/send/record-outcomes.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';
import { findHoldDifferences } from '../people.ts';

const testApp = await startTestApp({ clock: createTestClock('2031-03-06T15:42:00Z') });
const { app, services, clock } = testApp;
const { db } = services;

const hours = 3600;
let agnes: Person;
let tomasz: Person;
/** The clock advances by days here, which ends their sessions. */
async function signIn() {
  agnes = await createStaff(testApp, { firstName: 'Agnes', lastName: 'Lind' });
  tomasz = await createStaff(testApp);
}
beforeEach(signIn);

const nora = () => ({
  firstName: 'Nora',
  email: `nora.${v7()}@example.com`,
  phone: '+1 212 555 0142',
  mailingAddress: '1 Elm Street, Portland',
});

/** A letter whose mail came back. */
async function cameBack(): Promise<Started & { id: string; person: Started['recipients'][number] }> {
  const started = await startDelivery(testApp, { people: [nora()] });
  const claim = await claimFor(testApp, started);
  const outcome = { kind: 'waiting', reason: 'bad_address', message: '550 5.1.1 no such person' } as const;
  await recordOutcomes(services, [{ delivery: claim, outcome }]);
  return { ...started, id: claim.id, person: requireFound(started.recipients[0]) };
}

const rowOf = async (id: string) =>
  requireFound((await db.select().from(deliveryQueue).where(eq(deliveryQueue.id, id)))[0]);
const entryOf = async (id: string) =>
  requireFound((await db.select().from(recipients).where(eq(recipients.id, id)))[0]);
const contradictions = async () => [
  ...(await findDifferences(db, clock.now())),
  ...(await findHoldDifferences(db)),
];

describe('security 72: a change by staff', () => {
  test.each([
    ['email', { email: 'nora.m@example.org' }],
    ['phone', { email: null, phone: '+1 212 555 0199' }],
    ['postal address', { mailingAddress: '99 Harbour Road, Boston' }],
  ])(
    'of the %s needs a second member, is told to the owner and on every channel before, and waits 48 hours',
    async (_field, change) => {
      const letter = await cameBack();
      const asked = await proposeAddress(agnes, letter.id, change);
      expect([asked.statusCode, asked.json()]).toMatchObject([
        201,
        { state: 'proposed', byName: 'Agnes Lind' },
      ]);
      const { id } = asked.json();
      expect(await entryOf(letter.person.id)).toMatchObject({
        email: letter.person.email,
        addressWaitsUntil: null,
      });
      expect(asked.json().acts).not.toContain('confirm');
      const alone = await decide(agnes, id, 'confirm');
      expect([alone.statusCode, alone.json().message]).toEqual([
        409,
        'You proposed this yourself. Ask a colleague to confirm it.',
      ]);
      expect((await decide(tomasz, id, 'confirm')).json()).toMatchObject({ state: 'waiting' });
      expect(await entryOf(letter.person.id)).toMatchObject({
        ...change,
        addressChangedBy: 'Agnes Lind of our staff',
      });
      const told = (await noticesOf(testApp, id)).map(({ audience, address }) => [audience, address]);
      expect(told).toEqual(
        expect.arrayContaining([
          ['person', letter.person.email],
          ['owner', letter.owner.user.email],
        ]),
      );
      const [mail] = await toldOfChange(testApp, id, letter.owner.user.email);
      expect(mail?.text).toContain('A member of our staff gave us a new');
      expect(mail?.text).toContain('Until then nothing goes to');
      await deliverDue(testApp);
      clock.advance(48 * hours - 1);
      await deliverDue(testApp);
      expect((await rowOf(letter.id)).status).not.toBe('delivered');
      await signIn();
      expect(
        (await agnes.request({ url: `/api/admin/deliveries/${letter.id}` })).json<StaffDelivery>(),
      ).toMatchObject({
        recipient: { changed: { by: 'Agnes Lind of our staff' } },
      });
      expect(await contradictions()).toEqual([]);
    },
  );

  test('goes out once the 48 hours are over, and its opening is recorded, also on another device', async () => {
    const letter = await cameBack();
    const { id } = (await proposeAddress(agnes, letter.id, { email: 'opened@example.org' })).json();
    await decide(tomasz, id, 'confirm');
    await tellOfChange(testApp, id);
    clock.advance(48 * hours);
    await deliverDue(testApp);
    expect(await rowOf(letter.id)).toMatchObject({ status: 'delivered', sentTo: 'opened@example.org' });
    const [mail] = await mailTo(services, 'opened@example.org');
    const token = /\/received\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
    const open = (payload: object) =>
      app.inject({ method: 'POST', url: `/api/received/${token}/open`, payload });
    expect((await open({})).statusCode).toBe(200);
    expect((await open({})).statusCode).toBe(409);
    const [code] = await mailTo(services, 'opened@example.org');
    expect((await open({ code: /\b\d{6}\b/.exec(code?.text ?? '')?.[0] })).statusCode).toBe(200);
    const actions = (await db.select().from(auditLog).where(eq(auditLog.subjectId, letter.id)))
      .map(({ action }) => action)
      .filter((action) => action.startsWith('delivery.opened'));
    expect(actions).toEqual(['delivery.opened', 'delivery.opened-on-another-device']);
  });

  test('the owner who lives says "this is wrong" by the link, and everything for that person waits', async () => {
    const letter = await cameBack();
    const { id } = (await proposeAddress(agnes, letter.id, { email: 'thief@example.org' })).json();
    await decide(tomasz, id, 'confirm');
    const token = await noticeTokenOf(testApp, id, letter.owner.user.email);
    expect(await changePage(testApp, token)).toMatchObject({ audience: 'owner', byName: null });
    expect((await press(testApp, token, 'wrong')).json().state).toBe('disputed');
    clock.advance(72 * hours);
    await deliverDue(testApp);
    expect(await lettersTo(services, 'thief@example.org')).toBe(0);
    await signIn();
    expect((await decide(agnes, id, 'settle', { outcome: 'put-back' })).statusCode).toBe(200);
    expect([(await entryOf(letter.person.id)).email, await contradictions()]).toEqual([
      letter.person.email,
      [],
    ]);
  });

  test.each([
    ['their email address', () => ({ email: tomasz.user.email.toUpperCase() })],
    ['it with a tag', () => ({ email: tomasz.user.email.replace('@', '+x@') })],
    ['their phone', () => ({ phone: '+1 (212) 555-0177' })],
    ['their home', () => ({ mailingAddress: '7 mill lane portland' })],
  ])('never an address of staff: %s', async (_what, change) => {
    await db
      .update(users)
      .set({ phone: '+1 212 555 0177', address: '7 Mill Lane, Portland' })
      .where(eq(users.id, tomasz.user.id));
    const letter = await cameBack();
    const asked = await proposeAddress(agnes, letter.id, change());
    expect([asked.statusCode, asked.json().message]).toEqual([
      409,
      'This is an address of a member of our staff. Nothing was changed.',
    ]);
    expect(await changesOfPerson(testApp, letter.person.id)).toEqual([]);
    await db.update(users).set({ phone: null, address: null }).where(eq(users.id, tomasz.user.id));
  });

  test('is neither proposed nor confirmed by somebody whom a colleague made staff within a week: that colleague may be they', async () => {
    const letter = await cameBack();
    const justMade = { staffSince: clock.now() };
    await db.update(users).set(justMade).where(eq(users.id, tomasz.user.id));
    const tooNew = [409, expect.stringContaining('You became staff a short time ago')];
    const change = { email: 'nora.m@example.org' };
    const alone = await proposeAddress(tomasz, letter.id, change);
    expect([alone.statusCode, alone.json().message]).toEqual(tooNew);
    const { id } = (await proposeAddress(agnes, letter.id, change)).json();
    const confirmed = await decide(tomasz, id, 'confirm');
    expect([confirmed.statusCode, confirmed.json().message]).toEqual(tooNew);
  });

  test('of two who confirm at once one does, and what was confirmed is made once', async () => {
    const letter = await cameBack();
    const maria = await createStaff(testApp);
    const { id } = (await proposeAddress(agnes, letter.id, { email: 'once@example.org' })).json();
    const { state, changes } = await loadChange(agnes, id);
    const payload = { reason: 'At once', seen: { state, changes } };
    const url = `/api/admin/address-changes/${id}/confirm`;
    const answers = await Promise.all(
      [tomasz, maria].map((member) => member.request({ method: 'POST', url, payload })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  });

  test('409: the entry was changed since, or is no longer as it was seen; nothing makes it go sooner', async () => {
    const letter = await cameBack();
    const { id } = (await proposeAddress(agnes, letter.id, { email: 'late@example.org' })).json();
    await db
      .update(recipients)
      .set({ email: 'by.owner@example.org' })
      .where(eq(recipients.id, letter.person.id));
    const stale = await decide(tomasz, id, 'confirm');
    expect([stale.statusCode, stale.json().fields]).toEqual([
      409,
      { email: 'It is by.owner@example.org now' },
    ]);
    const payload = { reason: 'No', seen: { state: 'waiting', changes: [] } };
    const url = `/api/admin/address-changes/${id}/refuse`;
    expect((await tomasz.request({ method: 'POST', url, payload })).statusCode).toBe(409);
    expect((await decide(agnes, id, 'refuse')).statusCode).toBe(200);
    for (const act of ['deliver', 'release', 'skip'])
      expect(
        (await tomasz.request({ method: 'POST', url: url.replace('refuse', act), payload })).statusCode,
      ).toBe(404);
  });

  test('who holds what is for that person does not settle it', async () => {
    const letter = await cameBack();
    const { id } = (await proposeAddress(agnes, letter.id, { email: 'held@example.org' })).json();
    await decide(tomasz, id, 'confirm');
    expect((await decide(tomasz, id, 'hold')).json()).toMatchObject({ state: 'disputed' });
    expect((await entryOf(letter.person.id)).heldSince).not.toBeNull();
    for (const member of [agnes, tomasz])
      expect((await decide(member, id, 'settle', { outcome: 'right' })).statusCode).toBe(409);
    const maria = await createStaff(testApp);
    expect((await decide(maria, id, 'settle', { outcome: 'right' })).json()).toMatchObject({
      state: 'waiting',
    });
    expect(await contradictions()).toEqual([]);
  });
});

test('a parcel is not posted before a new postal address counts, and says by whom it was changed', async () => {
  const parcel = await toBePosted(testApp);
  const asked = await proposeAddress(agnes, parcel.id, { mailingAddress: '99 Harbour Road, Boston' });
  await decide(tomasz, asked.json().id, 'confirm');
  expect(await parcel.pack(agnes)).toMatchObject({ changed: { by: 'Agnes Lind of our staff' } });
  const url = `/api/admin/deliveries/${parcel.id}/posting`;
  const early = await agnes.request({ method: 'POST', url, payload: await parcel.payload(agnes) });
  expect([early.statusCode, early.json().message]).toEqual([
    409,
    expect.stringContaining('nothing may leave before '),
  ]);
  await tellOfChange(testApp, asked.json().id);
  clock.advance(48 * hours);
  await signIn();
  await parcel.pack(agnes);
  await parcel.post(agnes);
});

test('what was given after a change says so in the report of the release, and the queue counts what is open', async () => {
  const reported = await reportedOwner(testApp, [nora()]);
  const [, person] = reported.recipients;
  await leave(testApp, { ...reported, recipients: [requireFound(person)] });
  const scene = { ...reported, releaseId: await endWindow(testApp, reported.reportId) };
  await correctAndTell(testApp, scene, requireFound(person).id, { email: 'reported@example.org' });
  const { queues } = (await agnes.request({ url: '/api/admin/overview' })).json();
  expect(queues).toContainEqual(
    expect.objectContaining({ name: 'address-changes', detail: expect.stringContaining('waiting') }),
  );
  const [change] = await changesOfPerson(testApp, requireFound(person).id);
  const { changes } = (await agnes.request({ url: '/api/admin/address-changes' })).json();
  expect(changes).toContainEqual(expect.objectContaining({ id: change?.id, byName: 'Inés Duarte' }));
  clock.advance(48 * hours);
  await deliverDue(testApp);
  await signIn();
  const { left } = (await agnes.request({ url: `/api/admin/releases/${scene.releaseId}` })).json();
  expect(left).toMatchObject([{ sentTo: 'reported@example.org', changed: { by: 'Inés Duarte' } }]);
});
