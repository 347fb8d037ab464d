import { and, eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import type { AskAgain, GuardianPage } from '../../../../../shared/delivery/guardians.ts';
import type { Schedule } from '../../../../../shared/delivery/schedules.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { createRecipient, goodPassword } from '../../../../../test/factories.ts';
import { askDaniel, createFamily, type Family, leaveForMaya } from '../../../../../test/guardians.ts';
import { mailTo, receivedTokenIn } from '../../../../../test/mailbox.ts';
import { sendMailsAbout } from '../../../../../test/outbox.ts';
import { openBrowser } from '../../../../../test/recipient-browser.ts';
import { deliverDue, releaseOwner } from '../../../../../test/released.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { deliveryQueue } from '../deliveries.table.ts';
import { findDifferences } from '../reconcile.ts';
import { claimDeliveries } from '../send/claim.ts';
import { recordOutcomes } from '../send/record-outcomes.ts';
import { sendMessage } from '../send/send-delivery.ts';
import { startDueSchedules } from '../start/start.ts';
import { sweepGuardians } from './guardians.jobs.ts';
import { guardianLinks } from './guardians.table.ts';

const testApp = await startTestApp({ clock: createTestClock('2027-04-01T12:00:00Z') });
const { services, clock, app } = testApp;
const { db } = services;
const day = 86_400;

const ask = (family: Family) => askDaniel(testApp, family);
const read = async (token: string) =>
  (await app.inject({ url: `/api/guardian/${token}` })).json<GuardianPage>();
const post = (token: string, payload: object) =>
  app.inject({ method: 'POST', url: `/api/guardian/${token}/answer`, payload });
const idsOn = async (token: string) => (await read(token)).moments.flatMap(({ ids }) => ids);
const letCome = async (token: string) => post(token, { ids: await idsOn(token), answer: 'come' });
const notYet = async (token: string, askAgain: AskAgain = 'never') =>
  post(token, { ids: await idsOn(token), answer: 'not_yet', askAgain });

/** Sends what waits for Daniel, and returns the subjects of all mails to him, oldest first. */
async function mailsToDaniel({ daniel, maya }: Family): Promise<string[]> {
  const links = await db.select().from(guardianLinks).where(eq(guardianLinks.recipientId, maya.id));
  for (const { id } of links) await sendMailsAbout(services, id);
  const mails = await mailTo(services, daniel.email ?? '');
  return mails.map(({ subject, text }) => subject ?? text).toReversed();
}

async function stateOf({ maya }: Family, schedule: Schedule): Promise<string | undefined> {
  const [row] = await db
    .select()
    .from(deliveryQueue)
    .where(and(eq(deliveryQueue.scheduleId, schedule.id), eq(deliveryQueue.recipientId, maya.id)));
  return row?.waitingReason ?? row?.status;
}

const deliver = () => deliverDue(testApp);

/** Signs the owner in again, because days have passed. */
async function asOwner({ owner }: Family): Promise<Family['owner']> {
  const payload = { email: owner.user.email, password: goodPassword };
  const answer = await app.inject({ method: 'POST', url: '/api/auth/login', payload });
  owner.token = answer.json().token;
  return owner;
}

describe('a guardian is told', () => {
  test('thirty days before, once, in one message for a day, although worker and birthday change', async () => {
    const family = await createFamily(testApp);
    await leaveForMaya(testApp, family, 40);
    await leaveForMaya(testApp, family, 40);
    await ask(family);
    expect(await mailsToDaniel(family)).toEqual([]);
    clock.advance(10 * day);
    for (let times = 0; times < 3; times++) await ask(family);
    const once = ['Two letters wait for Maya, for 11 May 2027'];
    expect(await mailsToDaniel(family)).toEqual(once);
    const payload = { firstName: 'Maya', lastName: 'Alvarez', relationship: 'child', birthday: '2015-05-10' };
    const url = `/api/recipients/${family.maya.id}`;
    expect((await (await asOwner(family)).request({ method: 'PUT', url, payload })).statusCode).toBe(200);
    await ask(family);
    expect(await mailsToDaniel(family)).toEqual(once);
  });

  test('security 50, 51, 54, 76: of kinds and days, and of nothing else, by a link that the database does not hold', async () => {
    const family = await createFamily(testApp);
    await leaveForMaya(testApp, family, 20);
    await leaveForMaya(testApp, family, 60);
    const token = await ask(family);
    const answer = await app.inject({ url: `/api/guardian/${token}` });
    expect(answer.headers).toMatchObject({ 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' });
    expect(answer.headers).toMatchObject({ 'cache-control': 'private, no-store' });
    expect(token.length).toBeGreaterThanOrEqual(43);
    expect(JSON.stringify(await db.select().from(guardianLinks))).not.toContain(token);
    expect(answer.json()).toMatchObject({ childAge: 11, untilAge: 18, isOver: false, address: 'known' });
    const { moments } = answer.json<GuardianPage>();
    expect(moments).toMatchObject([{ kinds: ['letter'], answer: null, isDue: false }]);
    expect(answer.body).not.toMatch(/Dear Maya|garden|title/i);
  });

  test('by text message where there is no email address, and not at all of what is for after a death', async () => {
    const family = await createFamily(testApp, { guardian: { email: null, phone: '+14155550123' } });
    await leaveForMaya(testApp, family, 0, { deliveryType: 'on_death' });
    await ask(family);
    await leaveForMaya(testApp, family, 3);
    await ask(family);
    const links = await db.select().from(guardianLinks).where(eq(guardianLinks.recipientId, family.maya.id));
    expect(links).toHaveLength(1);
    await sendMailsAbout(services, links[0]?.id ?? '');
    const [text, ...others] = await mailTo(services, '+14155550123');
    expect(others).toEqual([]);
    expect(text?.text).toMatch(/A letter waits for Maya, from .*\/guardian\/[\w-]{43}$/);
  });
});

describe('while the owner lives', () => {
  test('silence changes nothing', async () => {
    const family = await createFamily(testApp);
    const schedule = await leaveForMaya(testApp, family, 20);
    await ask(family);
    clock.advance(20 * day + 1);
    await deliver();
    expect(await stateOf(family, schedule)).toBe('delivered');
  });

  test('"not yet" holds it, the owner sees it, and yes lets it come at once', async () => {
    const family = await createFamily(testApp);
    const schedule = await leaveForMaya(testApp, family, 20);
    const token = await ask(family);
    expect((await notYet(token)).statusCode).toBe(200);
    clock.advance(20 * day + 1);
    await deliver();
    await sweepGuardians(services);
    expect(await stateOf(family, schedule)).toBe('held_by_guardian');
    const owner = await asOwner(family);
    const schedules = (await owner.request({ url: '/api/schedules' })).json<Schedule[]>();
    expect(schedules[0]?.recipients[0]?.waitingReason).toMatch(/word of this person’s guardian/);
    expect((await read(token)).moments).toMatchObject([{ answer: 'not_yet', isDue: true }]);
    expect((await letCome(token)).statusCode).toBe(200);
    await deliver();
    expect(await stateOf(family, schedule)).toBe('delivered');
    expect((await read(token)).moments).toEqual([]);
    expect(await findDifferences(db, clock.now())).toEqual([]);
  });

  test('a parcel waits too, before it is packed and after', async () => {
    const family = await createFamily(testApp, { child: { mailingAddress: 'Elm Street 1' } });
    const early = await leaveForMaya(testApp, family, 1, { deliveryMethod: 'physical' });
    const token = await ask(family);
    await notYet(token);
    clock.advance(day + 1);
    await deliver();
    expect(await stateOf(family, early)).toBe('held_by_guardian');
    await letCome(token);
    await deliver();
    expect(await stateOf(family, early)).toBe('physical_fulfilment');
    await notYet(token);
    expect(await stateOf(family, early)).toBe('held_by_guardian');
  });

  test('the say ends on the birthday: what was held comes by itself, and the page can do nothing', async () => {
    const family = await createFamily(testApp, { child: { birthday: '2010-01-01' } });
    const schedule = await leaveForMaya(testApp, family, 1);
    const token = await ask(family);
    await notYet(token);
    const ids = await idsOn(token);
    clock.advance(day + 1);
    await deliver();
    clock.set('2027-12-31T04:59:00Z');
    await sweepGuardians(services);
    expect(await stateOf(family, schedule)).toBe('held_by_guardian');
    const before = clock.now();
    // In the owner's time zone, New York.
    clock.set('2028-01-01T05:00:00Z');
    expect(await read(token)).toMatchObject({ isOver: true, moments: [] });
    const late = await post(token, { ids, answer: 'not_yet', askAgain: 'never' });
    expect([late.statusCode, late.json().message]).toEqual([409, 'Maya is 18 now, and decides alone.']);
    await sweepGuardians(services);
    await deliver();
    expect(await stateOf(family, schedule)).toBe('delivered');
    clock.set(before);
  });

  test('security 53: the owner may take the say away: it goes on, and the link is unknown', async () => {
    const family = await createFamily(testApp);
    const schedule = await leaveForMaya(testApp, family, 1);
    const token = await ask(family);
    await notYet(token);
    clock.advance(day + 1);
    await deliver();
    const payload = {
      firstName: 'Maya',
      lastName: 'Alvarez',
      relationship: 'child',
      email: family.maya.email,
      guardianId: null,
    };
    await (await asOwner(family)).request({
      method: 'PUT',
      url: `/api/recipients/${family.maya.id}`,
      payload,
    });
    expect((await app.inject({ url: `/api/guardian/${token}` })).statusCode).toBe(404);
    await sweepGuardians(services);
    await deliver();
    expect(await stateOf(family, schedule)).toBe('delivered');
  });

  test('nothing ends a hold while the clocks differ', async () => {
    const family = await createFamily(testApp, { child: { birthday: '2012-05-30' } });
    const schedule = await leaveForMaya(testApp, family, 1);
    await notYet(await ask(family));
    clock.advance(day + 1);
    await deliver();
    clock.differ(60 * day);
    await sweepGuardians(services);
    expect(await stateOf(family, schedule)).toBe('held_by_guardian');
    clock.differ(0);
  });

  test('409: what is on its way cannot be held; what comes later at the same moment shares the answer', async () => {
    const family = await createFamily(testApp);
    const schedule = await leaveForMaya(testApp, family, 1);
    const token = await ask(family);
    clock.advance(day + 1);
    await startDueSchedules(services);
    const [row] = await db.select().from(deliveryQueue).where(eq(deliveryQueue.scheduleId, schedule.id));
    const claims = await claimDeliveries(services, [row?.id ?? '']);
    expect((await notYet(token)).statusCode).toBe(409);
    await recordOutcomes(services, await sendMessage(services, claims));
    expect(await stateOf(family, schedule)).toBe('delivered');
  });

  test('an answer that comes after the claim and before the mail counts', async () => {
    const family = await createFamily(testApp);
    const schedule = await leaveForMaya(testApp, family, 1);
    const token = await ask(family);
    await notYet(token);
    clock.advance(day + 1);
    await startDueSchedules(services);
    const [row] = await db.select().from(deliveryQueue).where(eq(deliveryQueue.scheduleId, schedule.id));
    const claims = await claimDeliveries(services, [row?.id ?? '']);
    const outcomes = await sendMessage(services, claims);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual([{ kind: 'waiting', reason: 'held_by_guardian' }]);
    await recordOutcomes(services, outcomes);
    await letCome(token);
    await deliver();
    expect(await stateOf(family, schedule)).toBe('delivered');
  });
});

describe('"not yet" has a day', () => {
  test('on which they are asked again, once, and then on the next birthday', async () => {
    const family = await createFamily(testApp);
    await leaveForMaya(testApp, family, 20);
    const token = await ask(family);
    const [moment] = (await read(token)).moments;
    expect(moment?.askAgain.three_months).toBeTruthy();
    await notYet(token, 'three_months');
    const chosen = (await read(token)).moments[0]?.askAgainOn;
    expect(chosen).toBe(moment?.askAgain.three_months);
    clock.advance(20 * day + 1);
    await deliver();
    const before = await mailsToDaniel(family);
    clock.set(`${chosen}T12:00:00Z`);
    for (let times = 0; times < 2; times++) await sweepGuardians(services);
    expect(await mailsToDaniel(family)).toEqual([...before, 'A letter waits for Maya still']);
    const again = (await read(token)).moments[0]?.askAgainOn ?? '';
    expect(again.slice(5)).toBe(family.maya.birthday?.slice(5));
    expect((await read(token)).moments[0]).toMatchObject({ answer: 'not_yet', isDue: true });
  });

  test('400: without a day', async () => {
    const family = await createFamily(testApp);
    await leaveForMaya(testApp, family, 5);
    const token = await ask(family);
    const answer = await post(token, { ids: await idsOn(token), answer: 'not_yet' });
    expect(answer.statusCode).toBe(400);
  });

  test('409: somebody else’s question, and one that is not there', async () => {
    const [family, others] = [await createFamily(testApp), await createFamily(testApp)];
    for (const each of [family, others]) await leaveForMaya(testApp, each, 5);
    const token = await ask(family);
    const theirs = await idsOn(await ask(others));
    for (const ids of [theirs, [v7()], [...(await idsOn(token)), ...theirs]])
      expect((await post(token, { ids, answer: 'not_yet', askAgain: 'never' })).statusCode).toBe(409);
    expect((await read(await ask(others))).moments).toMatchObject([{ answer: null }]);
  });
});

/** Daniel, who was asked a moment ago, says nothing. */
async function expectToGoInAWeek(family: Family, schedule: Schedule): Promise<void> {
  clock.advance(7 * day - 60);
  await sweepGuardians(services);
  expect(await stateOf(family, schedule)).toBe('held_by_guardian');
  clock.advance(61);
  await sweepGuardians(services);
  await deliver();
  expect(await stateOf(family, schedule)).toBe('delivered');
}

describe('after the owner’s death', () => {
  test('what is for Maya waits until Daniel has had a week, and then goes', async () => {
    const family = await createFamily(testApp);
    const schedule = await leaveForMaya(testApp, family, 0, { deliveryType: 'on_death' });
    await releaseOwner(testApp, family.owner);
    await deliver();
    expect(await stateOf(family, schedule)).toBe('held_by_guardian');
    const token = await ask(family);
    expect(await mailsToDaniel(family)).toHaveLength(1);
    expect((await read(token)).ownerHasDied).toBe(true);
    await expectToGoInAWeek(family, schedule);
  });

  test('or a week since he was told, where our mail server was away for a month', async () => {
    const family = await createFamily(testApp);
    const schedule = await leaveForMaya(testApp, family, 0, { deliveryType: 'on_death' });
    await releaseOwner(testApp, family.owner);
    await deliver();
    await ask(family);
    clock.advance(30 * day);
    await sweepGuardians(services);
    await deliver();
    expect(await stateOf(family, schedule)).toBe('held_by_guardian');
    expect(await mailsToDaniel(family)).toHaveLength(1);
    await expectToGoInAWeek(family, schedule);
  });

  test('or says yes; one who was asked in time is not waited for', async () => {
    const family = await createFamily(testApp);
    const dated = await leaveForMaya(testApp, family, 20);
    await ask(family);
    await mailsToDaniel(family);
    const kept = await leaveForMaya(testApp, family, 0, { deliveryType: 'on_death' });
    clock.advance(10 * day);
    await releaseOwner(testApp, family.owner);
    await deliver();
    const token = await ask(family);
    const [first] = (await read(token)).moments;
    await post(token, { ids: first?.ids, answer: 'come' });
    await deliver();
    expect(await stateOf(family, kept)).toBe('delivered');
    clock.advance(10 * day + 1);
    await deliver();
    expect(await stateOf(family, dated)).toBe('delivered');
  });
});

describe('whom the owner names', () => {
  test('400: themselves, somebody who cannot be told, a circle, an age that is none', async () => {
    const { owner, daniel, maya } = await createFamily(testApp);
    const silent = await createRecipient(owner, { email: null });
    const change = async (id: string, fields: object) => {
      const payload = { firstName: 'Maya', lastName: 'Alvarez', relationship: 'child', ...fields };
      return (await owner.request({ method: 'PUT', url: `/api/recipients/${id}`, payload })).statusCode;
    };
    expect(await change(maya.id, { guardianId: maya.id })).toBe(400);
    expect(await change(maya.id, { guardianId: silent.id })).toBe(400);
    expect(await change(daniel.id, { email: daniel.email, guardianId: maya.id })).toBe(400);
    expect(await change(maya.id, { guardianUntilAge: 31 })).toBe(400);
    expect(await change(maya.id, { guardianId: v7() })).toBe(404);
    // The guardian has to stay reachable.
    expect(await change(daniel.id, { email: null })).toBe(400);
    expect(await change(daniel.id, { email: 'daniel@example.org' })).toBe(200);
  });

  test('409: a guardian is removed only once that was said, and then has no say', async () => {
    const { owner, daniel, maya } = await createFamily(testApp);
    const url = `/api/recipients/${daniel.id}`;
    expect((await owner.request({ url: `${url}/reach` })).json()).toEqual({
      waiting: [],
      guardianOf: ['Maya'],
    });
    const refused = await owner.request({ method: 'DELETE', url });
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      expect.stringContaining('Daniel has a say in what Maya receives'),
    ]);
    await owner.request({ method: 'DELETE', url: `${url}?force=true` });
    const list = (await owner.request({ url: '/api/recipients' })).json<
      { id: string; guardianId: string | null }[]
    >();
    expect(list).toMatchObject([{ id: maya.id, guardianId: null }]);
  });
});

test('what a guardian said "not yet" to still waits when it falls due while the account is being deleted', async () => {
  const family = await createFamily(testApp);
  const schedule = await leaveForMaya(testApp, family, 20);
  const token = await ask(family);
  expect((await notYet(token)).statusCode).toBe(200);
  const owner = await asOwner(family);
  const payload = { password: goodPassword, confirmation: 'DELETE' };
  expect((await owner.request({ method: 'POST', url: '/api/user/deletion', payload })).statusCode).toBe(200);
  await sweepGuardians(services);
  clock.advance(21 * day);
  await deliver();
  await sweepGuardians(services);
  const restored = await (await asOwner(family)).request({ method: 'POST', url: '/api/user/restore' });
  expect(restored.statusCode).toBe(200);
  await deliver();
  expect(await stateOf(family, schedule)).toBe('held_by_guardian');
});

/** Daniel gets a letter of his own, and somebody else at his address says that it is not for them. */
async function sayNotMeForDaniel(family: Family): Promise<void> {
  await leaveForMaya(testApp, { ...family, maya: family.daniel }, 1);
  clock.advance(day + 1);
  await deliver();
  const mails = await mailTo(services, family.daniel.email ?? '');
  const letter = receivedTokenIn(requireFound(mails.find(({ text }) => text.includes('/received/'))));
  expect((await openBrowser(app).act(letter, 'not-me')).statusCode).toBe(200);
}

test('whoever reads a guardian’s mail and says "not for me" has no say in what comes to the child any more', async () => {
  const family = await createFamily(testApp);
  const schedule = await leaveForMaya(testApp, family, 20);
  const token = await ask(family);
  await notYet(token);
  await sayNotMeForDaniel(family);
  expect((await app.inject({ url: `/api/guardian/${token}` })).statusCode).toBe(404);
  clock.advance(20 * day);
  await deliver();
  expect(await stateOf(family, schedule), 'what was answered before stays').toBe('held_by_guardian');
});

test('a guardian is asked again where they are, once the owner has corrected the address at which somebody else read', async () => {
  const family = await createFamily(testApp);
  await leaveForMaya(testApp, family, 20);
  const closed = await ask(family);
  await sayNotMeForDaniel(family);
  await sweepGuardians(services);
  await mailsToDaniel(family);
  const { id, firstName, lastName, relationship } = family.daniel;
  const email = `right.${id}@example.com`;
  const payload = { firstName, lastName, relationship, email };
  const url = `/api/recipients/${id}`;
  expect((await (await asOwner(family)).request({ method: 'PUT', url, payload })).statusCode).toBe(200);
  await sweepGuardians(services);
  expect(await mailsToDaniel({ ...family, daniel: { ...family.daniel, email } })).toEqual([
    expect.stringMatching(/^A letter waits for Maya/),
  ]);
  expect((await app.inject({ url: `/api/guardian/${closed}` })).statusCode).toBe(404);
});
