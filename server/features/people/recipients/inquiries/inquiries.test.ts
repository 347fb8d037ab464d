import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { InquiryPage } from '../../../../../shared/people/inquiries.ts';
import type { Recipient } from '../../../../../shared/people/recipients.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import {
  createLetter,
  createPerson,
  createRecipient,
  createSchedule,
  type Person,
} from '../../../../../test/factories.ts';
import { type MailboxMessage, mailTo } from '../../../../../test/mailbox.ts';
import { sendMail, sendMailsAbout } from '../../../../../test/outbox.ts';
import { deliverDue } from '../../../../../test/released.ts';
import { beginWindow } from '../../../../../test/trusted-access.ts';
import { asking } from '../../../../wiring.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { sweepHeldMails } from '../../../outbox/messages/mails/mails.jobs.ts';
import { outboxMails } from '../../../outbox/messages/mails/mails.table.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';
import { recipients } from '../recipients.table.ts';
import { askPeople } from './ask.ts';
import { inquiries } from './inquiries.table.ts';

const testApp = await startTestApp({ clock: createTestClock('2031-03-06T15:42:00Z') });
const { app, services, clock } = testApp;
const { db } = services;
const day = 86_400;
const start = '2031-03-06T15:42:00Z';

beforeEach(() => clock.set(start));

async function choose(owner: Person, payload: object): Promise<void> {
  const answer = await owner.request({ method: 'PATCH', url: '/api/user/notifications', payload });
  expect(answer.statusCode).toBe(200);
}

/** Somebody with an address of their own, so that their mails can be told apart. */
const add = (owner: Person, more: object = {}) =>
  createRecipient(owner, { firstName: 'Maya', email: `maya.${crypto.randomUUID()}@example.com`, ...more });

async function ask(): Promise<void> {
  await askPeople(services, asking);
  for (const kind of ['asked-address', 'asked-trust'] as const) {
    const waiting = await db.select().from(outboxMails).where(eq(outboxMails.kind, kind));
    for (const { id } of waiting) await sendMail(services, id);
  }
}

async function mailsAsked({ email }: Recipient): Promise<MailboxMessage[]> {
  const mails = await mailTo(services, email ?? '');
  return mails.filter(({ text }) => text.includes('/asked/') && !text.includes('I would rather not'));
}

function tokenIn(mail: MailboxMessage | undefined): string {
  return /\/asked\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
}

const page = (token: string) => app.inject({ url: `/api/asked/${token}` });
const press = (token: string, path: string, payload?: object) =>
  app.inject({ method: 'POST', url: `/api/asked/${token}/${path}`, ...(payload && { payload }) });
const answer = (token: string, given: string) => press(token, 'answer', { answer: given });

async function entryOf(owner: Person, { id }: Recipient): Promise<Recipient | undefined> {
  const all = (await owner.request({ url: '/api/recipients' })).json<Recipient[]>();
  return all.find((each) => each.id === id);
}

async function acts({ id }: Recipient): Promise<string[]> {
  const rows = await db
    .select({ action: auditLog.action })
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, id), eq(auditLog.actor, 'recipient')))
    .orderBy(auditLog.id);
  return rows.map(({ action }) => action);
}

const yearAgo = () => new Date(clock.now().getTime() - 366 * day * 1000);

async function askedForAddress(more: object = {}) {
  const owner = await createPerson(testApp, { plan: 'basic' });
  const maya = await add(owner, more);
  await choose(owner, { askRecipients: 'yearly' });
  await set(maya, { createdAt: yearAgo() });
  await ask();
  const [mail] = await mailsAsked(maya);
  return { owner, maya, mail, token: tokenIn(mail) };
}

async function askedToStay() {
  const owner = await createPerson(testApp, { plan: 'basic' });
  const leo = await add(owner, { firstName: 'Leo', trustedContact: true });
  await sendMailsAbout(services, leo.id);
  await choose(owner, { askTrustedContacts: true });
  await set(leo, { trustedContactToldAt: yearAgo() });
  await ask();
  const [mail] = await mailsAsked(leo);
  return { owner, leo, mail, token: tokenIn(mail) };
}

describe('who is asked, and when', () => {
  test('nobody whose owner has not chosen it', async () => {
    const owner = await createPerson(testApp);
    const maya = await add(owner);
    const leo = await add(owner, { firstName: 'Leo', trustedContact: true });
    await sendMailsAbout(services, leo.id);
    clock.advance(800 * day);
    await ask();
    expect([await mailsAsked(maya), await mailsAsked(leo)]).toEqual([[], []]);
  });

  test('once a year, and not in the first', async () => {
    const owner = await createPerson(testApp);
    const maya = await add(owner);
    await choose(owner, { askRecipients: 'yearly' });
    for (const [days, mails] of [
      [364, 0],
      [2, 1],
      [0, 1],
      [363, 1],
      [3, 2],
    ] as const) {
      clock.advance(days * day);
      await ask();
      expect(await mailsAsked(maya)).toHaveLength(mails);
    }
  });

  test('a month before something comes on a day, once for what comes within a few months', async () => {
    const owner = await createPerson(testApp, { plan: 'basic' });
    const [maya, ana] = [await add(owner), await add(owner, { firstName: 'Ana' })];
    await choose(owner, { askRecipients: 'before' });
    for (const deliveryDate of ['2031-06-04T16:00:00Z', '2031-06-20T16:00:00Z']) {
      const { id: memoryId } = await createLetter(owner);
      await createSchedule(owner, { memoryId, deliveryDate, recipientIds: [maya.id] });
    }
    clock.set('2031-05-05T15:00:00Z');
    await ask();
    expect(await mailsAsked(maya)).toHaveLength(0);
    clock.set('2031-05-05T17:00:00Z');
    await ask();
    clock.set('2031-05-22T17:00:00Z');
    await ask();
    const mails = await mailsAsked(maya);
    expect(mails).toHaveLength(1);
    expect(await mailsAsked(ana)).toHaveLength(0);
    expect(mails[0]?.text).not.toMatch(/June|letter for you|Dear maya/);
  });

  test.each([
    ['has died', async (_: Person, maya: Recipient) => set(maya, { diedAt: clock.now() })],
    ['wants nothing more', async (_: Person, maya: Recipient) => set(maya, { declinedAt: clock.now() })],
    ['is held', async (_: Person, maya: Recipient) => set(maya, { heldSince: clock.now() })],
    ['has no address', async (_: Person, maya: Recipient) => set(maya, { email: null, phone: null })],
    [
      'is a child with a guardian',
      async (owner: Person, maya: Recipient) =>
        set(maya, { guardianId: (await add(owner, { firstName: 'Daniel' })).id, birthday: '2025-05-04' }),
    ],
    [
      'has an owner who leaves',
      async ({ user }: Person) => setOwner(user.id, { deletionRequestedAt: clock.now() }),
    ],
    [
      'has an owner who has died',
      async ({ user }: Person) => setOwner(user.id, { memorialisedAt: clock.now() }),
    ],
  ])('nobody who %s', async (_what, change) => {
    const owner = await createPerson(testApp, { plan: 'basic' });
    const maya = await add(owner);
    await choose(owner, { askRecipients: 'yearly' });
    await change(owner, maya);
    clock.advance(366 * day);
    await ask();
    expect(await mailsAsked(maya)).toEqual([]);
  });

  test('by text message where there is only a phone, once text messages can be sent', async () => {
    const phone = '+12125550178';
    const owner = await createPerson(testApp, { plan: 'basic' });
    const maya = await add(owner);
    await choose(owner, { askRecipients: 'yearly' });
    await set(maya, { email: null, phone });
    clock.advance(366 * day);
    services.config.sms = { kind: 'none' };
    await ask();
    services.config.sms = { kind: 'mailbox' };
    expect(await mailTo(services, phone)).toEqual([]);
    await ask();
    expect((await mailTo(services, phone)).map(({ text }) => text)).toEqual([
      expect.stringContaining('asked us to check that we still reach you here'),
    ]);
  });

  test('not while somebody says that the owner has died', async () => {
    const owner = await createPerson(testApp, { plan: 'basic' });
    const leo = await add(owner, { firstName: 'Leo', trustedContact: true });
    await sendMailsAbout(services, leo.id);
    await choose(owner, { askRecipients: 'yearly', askTrustedContacts: true });
    clock.advance(366 * day);
    await beginWindow(testApp, owner);
    await ask();
    expect(await mailsAsked(leo)).toEqual([]);
  });

  test('what the owner has changed since it was written keeps it from going', async () => {
    const owner = await createPerson(testApp);
    const maya = await add(owner);
    await choose(owner, { askRecipients: 'yearly' });
    await set(maya, { createdAt: yearAgo() });
    await askPeople(services, asking);
    await choose(owner, { askRecipients: 'never' });
    await ask();
    expect(await mailsAsked(maya)).toEqual([]);
  });

  test('a restored database asks nobody again', async () => {
    const { maya } = await askedForAddress();
    const asked = eq(outboxMails.kind, 'asked-address');
    const sentAt = clock.now();
    await db.delete(inquiries).where(eq(inquiries.recipientId, maya.id));
    await db.delete(outboxMails).where(asked);
    clock.advance(day);
    await ask();
    expect(await mailsAsked(maya)).toHaveLength(1);
    expect(await db.select().from(outboxMails).where(asked)).toMatchObject([{ sentAt }]);
  });
});

describe('an address', () => {
  test('security 27, 50, 51, 53, 54: reading the page shows nothing of what waits, and changes nothing', async () => {
    const { owner, maya, token, mail } = await askedForAddress({
      secondEmail: 'second@example.com',
      knownBy: 'The blue boat',
    });
    expect(token.length).toBeGreaterThanOrEqual(43);
    expect(JSON.stringify(await db.select().from(inquiries))).not.toContain(token);
    const read = await page(token);
    expect(read.headers).toMatchObject({
      ...{ 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' },
      'cache-control': 'private, no-store',
    });
    expect(read.json<InquiryPage>()).toEqual({
      ...{ kind: 'address', ownerFirstName: owner.user.firstName, ownerLastName: owner.user.lastName },
      ...{ firstName: 'Maya', address: maya.email, isOver: false, answer: null, answeredAt: null },
      ...{ undoUntil: null, proposed: null },
    });
    expect(mail?.text).toContain('Does this still reach you, Maya?');
    expect(await acts(maya)).toEqual([]);
    expect((await page('x'.repeat(43))).statusCode).toBe(404);
  });

  test('"it reaches me" counts as a look at the address, and the owner sees who said so', async () => {
    const { owner, maya, token } = await askedForAddress();
    expect((await answer(token, 'right')).json<InquiryPage>().answer).toBe('right');
    const at = clock.now().toISOString();
    expect(await entryOf(owner, maya)).toMatchObject({
      addressesCheckedAt: at,
      answers: { address: { answer: 'right', at }, trust: null },
    });
    expect((await answer(token, 'yes')).statusCode).toBe(400);
    expect(await acts(maya)).toEqual(['recipient.address-confirmed']);
  });

  test('security 60: another address is proved by a code, and then the owner is asked; nothing changes before', async () => {
    const { owner, maya, token } = await askedForAddress();
    const email = `maya.new.${crypto.randomUUID()}@example.com`;
    expect((await press(token, 'address', {})).statusCode).toBe(400);
    const begun = (await press(token, 'address', { email, phone: '+12125550134' })).json<InquiryPage>();
    expect(begun.proposed).toMatchObject({ state: 'code-sent', email });
    expect((await entryOf(owner, maya))?.proposedAddress).toBeNull();
    const [codeMail] = await mailTo(services, email);
    const code = /\b\d{6}\b/.exec(codeMail?.text ?? '')?.[0] ?? '';
    const wrong = code === '000000' ? '000001' : '000000';
    expect((await press(token, 'address/code', { code: wrong })).statusCode).toBe(400);
    expect((await press(token, 'address/code', { code })).json<InquiryPage>().proposed?.state).toBe('asked');
    expect(await entryOf(owner, maya)).toMatchObject({ email: maya.email, proposedAddress: { email } });
    expect((await press(token, 'address/undo')).json<InquiryPage>().proposed).toBeNull();
    expect((await entryOf(owner, maya))?.proposedAddress).toBeNull();
    expect(await acts(maya)).toEqual([
      'recipient.address-proposed',
      'recipient.address-proved',
      'recipient.address-withdrawn',
    ]);
  });

  test('security 60: once they are reached elsewhere the page is closed', async () => {
    const { owner, maya, token } = await askedForAddress();
    const form = {
      firstName: 'Maya',
      lastName: 'Alvarez',
      relationship: 'child',
      email: 'elsewhere@example.com',
    };
    await owner.request({ method: 'PUT', url: `/api/recipients/${maya.id}`, payload: form });
    expect((await page(token)).json<InquiryPage>().isOver).toBe(true);
    for (const given of ['right', 'not-me']) expect((await answer(token, given)).statusCode).toBe(409);
    expect((await press(token, 'address', { phone: '+12125550134' })).statusCode).toBe(409);
  });

  test('"not for me" keeps everything from that address until it is put right; taken back, it goes on', async () => {
    const { owner, maya, token } = await askedForAddress();
    const { id: memoryId } = await createLetter(owner);
    const deliveryDate = new Date(clock.now().getTime() + 2 * day * 1000).toISOString();
    await createSchedule(owner, { memoryId, deliveryDate, recipientIds: [maya.id] });
    expect((await answer(token, 'not-me')).json<InquiryPage>().answer).toBe('not-me');
    await sendMailsAbout(services, maya.id);
    const [told] = await mailTo(services, owner.user.email);
    expect(told?.subject).toBe('Is this the right address for Maya?');
    expect((await entryOf(owner, maya))?.notForThem?.address).toBe(maya.email);
    clock.advance(3 * day);
    await deliverDue(testApp);
    const links = async () =>
      (await mailTo(services, maya.email ?? '')).filter(({ text }) => text.includes('/received/'));
    expect(await links()).toEqual([]);
    expect((await answer(token, 'right')).statusCode).toBe(200);
    await deliverDue(testApp);
    expect(await links()).toHaveLength(1);
    expect(await acts(maya)).toEqual(['recipient.not-theirs', 'recipient.address-confirmed']);
  });

  test('what somebody has opened stays theirs, whoever says later that it is not for them', async () => {
    const { owner, maya, token } = await askedForAddress();
    const { id: memoryId } = await createLetter(owner);
    const deliveryDate = new Date(clock.now().getTime() + 2 * day * 1000).toISOString();
    await createSchedule(owner, { memoryId, deliveryDate, recipientIds: [maya.id] });
    clock.advance(3 * day);
    await deliverDue(testApp);
    const mails = await mailTo(services, maya.email ?? '');
    const link = mails.map(({ text }) => /\/received\/([\w-]{43})/.exec(text)?.[1]).find(Boolean) ?? '';
    const opened = await app.inject({ method: 'POST', url: `/api/received/${link}/open` });
    const cookie = [opened.headers['set-cookie']].flat().join('; ');
    await answer(token, 'not-me');
    const again = await app.inject({
      method: 'POST',
      url: `/api/received/${link}/open`,
      headers: { cookie },
    });
    expect(again.json<{ memories: unknown[] }>().memories).toHaveLength(1);
  });
});

describe('a trusted contact', () => {
  test('"I would" is seen by the owner', async () => {
    const { owner, leo, token, mail } = await askedToStay();
    expect(mail?.subject).toBe(`Would you still do this for ${owner.user.firstName} ${owner.user.lastName}?`);
    expect((await answer(token, 'right')).statusCode).toBe(400);
    await answer(token, 'yes');
    expect(await entryOf(owner, leo)).toMatchObject({
      trustedContact: true,
      answers: { trust: { answer: 'yes' } },
    });
  });

  test('"I would rather not" counts at once; the owner is told after an hour', async () => {
    const { owner, leo, token } = await askedToStay();
    expect((await answer(token, 'no')).json<InquiryPage>().undoUntil).not.toBeNull();
    expect(await entryOf(owner, leo)).toMatchObject({
      trustedContact: false,
      answers: { trust: { answer: 'no' } },
    });
    const gaps = (await owner.request({ url: '/api/rehearsal' })).json<{ gaps: { kind: string }[] }>().gaps;
    expect(gaps.map(({ kind }) => kind)).toContain('no_contact');
    clock.advance(3601);
    await sendLeft(leo);
    const [told] = await mailTo(services, owner.user.email);
    expect(told?.subject).toBe('Leo would rather not be your trusted contact');
    expect(told?.text).toContain('You have no trusted contact now');
    expect((await answer(token, 'yes')).statusCode).toBe(409);
  });

  test('within the hour it can be taken back, and the owner hears nothing', async () => {
    const { owner, leo, token } = await askedToStay();
    await answer(token, 'no');
    clock.advance(900);
    await owner.request({ url: '/api/recipients' });
    clock.advance(60);
    expect((await answer(token, 'yes')).json<InquiryPage>().answer).toBe('yes');
    expect(await entryOf(owner, leo)).toMatchObject({ trustedContact: true, explanationPending: false });
    clock.advance(3601);
    await sendLeft(leo);
    expect(await mailTo(services, owner.user.email)).toEqual([]);
  });

  test('while somebody says that the owner has died it looks the same, and they stay: their word may be needed', async () => {
    const { owner, leo, token } = await askedToStay();
    await beginWindow(testApp, owner);
    const { undoUntil, answer: given } = (await answer(token, 'no')).json<InquiryPage>();
    expect([given, undoUntil]).toEqual(['no', expect.any(String)]);
    expect((await entryOf(owner, leo))?.trustedContact).toBe(true);
    clock.advance(3601);
    await sendLeft(leo);
    expect(await mailTo(services, owner.user.email)).not.toContainEqual(
      expect.objectContaining({ subject: expect.stringContaining('rather not') }),
    );
  });

  test('they can say no by the first message, before they were ever asked; named again, they are told again', async () => {
    const owner = await createPerson(testApp);
    const leo = await add(owner, { firstName: 'Leo', trustedContact: true });
    await sendMailsAbout(services, leo.id);
    const [first] = await mailTo(services, leo.email ?? '');
    const token = tokenIn(first);
    await answer(token, 'no');
    expect((await entryOf(owner, leo))?.trustedContact).toBe(false);
    const { email } = leo;
    const form = {
      firstName: 'Leo',
      lastName: 'Alvarez',
      relationship: 'child',
      email,
      trustedContact: true,
    };
    await owner.request({ method: 'PUT', url: `/api/recipients/${leo.id}`, payload: form });
    await sendMailsAbout(services, leo.id);
    expect(await mailTo(services, leo.email ?? '')).toHaveLength(2);
    expect(await entryOf(owner, leo)).toMatchObject({ trustedContact: true, explanationPending: false });
  });

  test('whom the owner has relieved there is nothing to ask', async () => {
    const { owner, leo, token } = await askedToStay();
    const form = { firstName: 'Leo', lastName: 'Alvarez', relationship: 'child', email: leo.email };
    await owner.request({ method: 'PUT', url: `/api/recipients/${leo.id}`, payload: form });
    expect((await page(token)).json<InquiryPage>().isOver).toBe(true);
    expect((await answer(token, 'yes')).statusCode).toBe(409);
    expect((await entryOf(owner, leo))?.trustedContact).toBe(false);
  });
});

const set = ({ id }: Recipient, columns: Partial<typeof recipients.$inferInsert>) =>
  db.update(recipients).set(columns).where(eq(recipients.id, id));
const setOwner = (id: string, columns: Partial<typeof users.$inferInsert>) =>
  db.update(users).set(columns).where(eq(users.id, id));

async function sendLeft({ id }: Recipient): Promise<void> {
  await sweepHeldMails(services);
  const [asked] = await db
    .select()
    .from(inquiries)
    .where(and(eq(inquiries.recipientId, id), eq(inquiries.kind, 'trust')));
  const mails = await db
    .select()
    .from(outboxMails)
    .where(eq(outboxMails.subjectId, asked?.id ?? ''));
  for (const { id, kind } of mails) if (kind === 'contact-left') await sendMail(services, id);
}
