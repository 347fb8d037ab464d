import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { ReceivedCover } from '../../../../../shared/delivery/received.ts';
import type { MemoryReply } from '../../../../../shared/delivery/received-acts.ts';
import type { StaffDeliveryList } from '../../../../../shared/delivery/staff-deliveries.ts';
import type { Recipient } from '../../../../../shared/people/recipients.ts';
import type { Person as StaffPerson } from '../../../../../shared/staff/people.ts';
import { createTestClock, eventually, startTestApp } from '../../../../../test/app.ts';
import {
  createApprovedLetter,
  createPerson,
  createRecipient,
  createSchedule,
  createStaff,
  type Person,
} from '../../../../../test/factories.ts';
import { firstMailTo, mailTo, receivedTokenIn } from '../../../../../test/mailbox.ts';
import { sendMailsAbout } from '../../../../../test/outbox.ts';
import { openBrowser } from '../../../../../test/recipient-browser.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';
import { deliveryQueue } from '../../deliveries/deliveries.table.ts';
import { findDifferences } from '../../deliveries/reconcile.ts';
import { sweepDueDeliveries } from '../../deliveries/start/sweep.jobs.ts';
import { sweepReminders } from '../reminders/reminders.jobs.ts';

const clock = createTestClock('2026-11-20T12:00:00Z');
const testApp = await startTestApp({ clock });
const { app, services } = testApp;
await testApp.work();
const day = 24 * 60 * 60;

interface Shown {
  isDelivered: boolean;
  recipients: { state: string; reason?: string | null }[];
}

async function schedule(owner: Person, recipientId: string, inSeconds = 60) {
  const { id: memoryId } = await createApprovedLetter(owner);
  const deliveryDate = new Date(clock.now().getTime() + inSeconds * 1000).toISOString();
  const { id } = await createSchedule(owner, { memoryId, deliveryDate, recipientIds: [recipientId] });
  return { id, memoryId };
}

const read = async (owner: Person, id: string) =>
  (await owner.request({ url: `/api/schedules/${id}` })).json<Shown>();

async function goOn(seconds: number): Promise<void> {
  clock.advance(seconds);
  await sweepDueDeliveries(services);
}

/** A page on which a letter was opened. */
async function openedPage() {
  const owner = await createPerson(testApp);
  const maya = await createRecipient(owner);
  const address = maya.email ?? '';
  const { id, memoryId } = await schedule(owner, maya.id);
  await goOn(61);
  await eventually(async () => (await read(owner, id)).isDelivered, 'the delivery');
  const token = receivedTokenIn(await firstMailTo(services, address));
  const phone = openBrowser(app);
  await phone.open(token);
  const cover = async (browser = phone) =>
    (await browser.get(`/api/received/${token}`)).json<ReceivedCover>();
  const opened = (await cover()).opened[0]?.id ?? '';
  const entry = async () =>
    (await owner.request({ url: '/api/recipients' }))
      .json<Recipient[]>()
      .find(({ id }) => id === maya.id) as Recipient;
  return { owner, maya, address, memoryId, scheduleId: id, token, phone, cover, opened, entry };
}

const actionsOn = async (recipientId: string) =>
  (await services.db.select().from(auditLog).where(eq(auditLog.subjectId, recipientId))).map(
    ({ action }) => action,
  );

const ownersMails = async ({ user }: Person) =>
  (await mailTo(services, user.email)).map(({ subject }) => subject);

test('security 60, 76: 409: each of them, on a device that the page does not know', async () => {
  const { token, opened, cover } = await openedPage();
  const stranger = openBrowser(app);
  const acts: [string, object?][] = [
    ['reply', { id: opened, text: 'It was me' }],
    ['remind', { on: '2026-12-20' }],
    ['decline'],
    ['decline/undo'],
    ['not-me'],
    ['not-me/undo'],
    ['address', { email: 'thief@example.com' }],
    ['address/code', { code: '123456' }],
  ];
  for (const [path, payload] of acts)
    expect((await stranger.act(token, path, payload)).statusCode, path).toBe(409);
  expect(await mailTo(services, 'thief@example.com')).toEqual([]);
  expect((await cover()).said).toMatchObject({ declinedAt: null, remindOn: null, address: null });
});

describe('a few words back', () => {
  const repliesTo = async (owner: Person, memoryId: string) =>
    (await owner.request({ url: `/api/memories/${memoryId}/replies` })).json<MemoryReply[]>();

  test('the owner reads them beside the memory, and hears of them once; they can be changed and taken back', async () => {
    const { owner, memoryId, token, phone, opened, maya } = await openedPage();
    await phone.act(token, 'reply', { id: opened, text: ' Thank you <b>for</b> the soup ' });
    await eventually(async () => (await ownersMails(owner)).includes('Maya wrote back to you'), 'a mail');
    expect(await repliesTo(owner, memoryId)).toMatchObject([
      { name: 'Maya Alvarez', text: 'Thank you <b>for</b> the soup', changedAt: null },
    ]);
    const [mail] = await mailTo(services, owner.user.email);
    expect(mail?.text).not.toContain('soup');
    expect((await owner.request({ url: '/api/memories/replies' })).json()).toEqual([
      { memoryId, names: ['Maya'] },
    ]);
    const changed = await phone.act(token, 'reply', { id: opened, text: 'It needs lemon' });
    expect(changed.json<ReceivedCover>().opened[0]?.reply).toMatchObject({
      text: 'It needs lemon',
      readBy: 'owner',
    });
    await phone.undo(token, `reply/${opened}`);
    expect(await repliesTo(owner, memoryId)).toEqual([]);
    expect((await phone.undo(token, `reply/${opened}`)).statusCode).toBe(404);
    expect(await actionsOn(maya.id)).toEqual(
      expect.arrayContaining(['recipient.replied', 'recipient.reply-taken-back']),
    );
  });

  test('what is kept for them alone nobody else reads', async () => {
    const { owner, memoryId, token, phone, opened, cover } = await openedPage();
    await phone.act(token, 'reply', { id: opened, text: 'For me', private: true });
    expect(await repliesTo(owner, memoryId)).toEqual([]);
    expect((await cover()).opened[0]?.reply).toMatchObject({ text: 'For me', readBy: 'nobody' });
  });

  test.each([[''], ['   '], ['x'.repeat(2001)], ['\0']])('400: %j', async (text) => {
    const { token, phone, opened } = await openedPage();
    expect((await phone.act(token, 'reply', { id: opened, text })).statusCode).toBe(400);
  });

  test('404: about what was not opened', async () => {
    const { token, phone } = await openedPage();
    const id = '0190a5b2-0000-7000-8000-000000000000';
    expect((await phone.act(token, 'reply', { id, text: 'Hello' })).statusCode).toBe(404);
  });
});

describe('a reminder', () => {
  const about = 'You asked us to remind you: your page from Ruth';
  const remindersTo = async (address: string) =>
    (await mailTo(services, address)).filter(({ subject }) => subject === about);

  test('comes once, on its day, with the address of the page', async () => {
    const { token, phone, address, cover } = await openedPage();
    const on = new Date(clock.now().getTime() + 10 * day * 1000).toISOString().slice(0, 10);
    const asked = (await phone.act(token, 'remind', { on })).json<ReceivedCover>();
    expect(asked.said).toMatchObject({ remindOn: on, remindBy: 'email' });
    await sweepReminders(services);
    expect(await remindersTo(address)).toEqual([]);
    clock.advance(11 * day);
    await Promise.all([sweepReminders(services), sweepReminders(services)]);
    const mails = await eventually(async () => {
      const found = await remindersTo(address);
      return found.length > 0 && found;
    }, 'the reminder');
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(`/received/${token}`);
    clock.advance(day);
    await sweepReminders(services);
    expect(await remindersTo(address)).toHaveLength(1);
    expect((await cover()).said?.remindOn).toBeNull();
  });

  test('there is only the latest, and it can be taken back', async () => {
    const { token, phone, cover } = await openedPage();
    const dayIn = (days: number) =>
      new Date(clock.now().getTime() + days * day * 1000).toISOString().slice(0, 10);
    await phone.act(token, 'remind', { on: dayIn(5) });
    await phone.act(token, 'remind', { on: dayIn(9) });
    expect((await cover()).said?.remindOn).toBe(dayIn(9));
    await phone.undo(token, 'remind');
    expect((await cover()).said?.remindOn).toBeNull();
    for (const on of [dayIn(0), dayIn(-3), dayIn(400)])
      expect((await phone.act(token, 'remind', { on })).statusCode, on).toBe(400);
  });

  test('is kept while they want nothing, and comes if they change their mind before its day, not after', async () => {
    const { maya, token, phone, address, cover } = await openedPage();
    const dayIn = (days: number) =>
      new Date(clock.now().getTime() + days * day * 1000).toISOString().slice(0, 10);
    const passDays = async (days: number) => {
      clock.advance(days * day);
      await sweepReminders(services);
      await sendMailsAbout(services, maya.id);
    };
    await phone.act(token, 'remind', { on: dayIn(3) });
    await phone.act(token, 'decline');
    expect((await cover()).said?.remindOn).toBeNull();
    await phone.act(token, 'decline/undo');
    expect((await cover()).said?.remindOn).toBe(dayIn(3));
    await passDays(4);
    await eventually(async () => (await remindersTo(address)).length === 1, 'the reminder');
    await phone.act(token, 'remind', { on: dayIn(3) });
    await phone.act(token, 'decline');
    await passDays(4);
    await phone.act(token, 'decline/undo');
    expect((await cover()).said?.remindOn).toBeNull();
    await passDays(1);
    expect(await remindersTo(address)).toHaveLength(1);
  });

  test('none comes to an address at which they are not reached any more', async () => {
    const { owner, maya, token, phone, address, cover } = await openedPage();
    const on = new Date(clock.now().getTime() + 3 * day * 1000).toISOString().slice(0, 10);
    await phone.act(token, 'remind', { on });
    const payload = { ...maya, email: `moved.${maya.id}@example.com` };
    await owner.request({ method: 'PUT', url: `/api/recipients/${maya.id}`, payload });
    const later = await schedule(owner, maya.id);
    await goOn(61);
    await eventually(
      async () => (await read(owner, later.id)).isDelivered,
      'the delivery to the new address',
    );
    const newLink = receivedTokenIn(await firstMailTo(services, payload.email));
    const tablet = openBrowser(app);
    await tablet.open(newLink);
    expect((await cover()).said?.remindOn).toBeNull();
    expect((await tablet.get(`/api/received/${newLink}`)).json<ReceivedCover>().said?.remindOn).toBeNull();
    clock.advance(4 * day);
    await sweepReminders(services);
    await sendMailsAbout(services, maya.id);
    expect(await remindersTo(address)).toEqual([]);
  });
});

describe('nothing more', () => {
  test('what falls due waits, is kept, and goes out once they have changed their mind', async () => {
    const { owner, maya, token, phone, address, entry } = await openedPage();
    const later = await schedule(owner, maya.id, 900);
    await phone.act(token, 'remind', { on: '2027-11-01' });
    const declined = (await phone.act(token, 'decline')).json<ReceivedCover>();
    expect(declined).toMatchObject({
      more: 'nothing',
      said: { remindOn: null, declinedAt: expect.any(String) },
    });
    expect((await entry()).declinedAt).not.toBeNull();
    await goOn(901);
    const waits = async () => (await read(owner, later.id)).recipients[0]?.state;
    await eventually(async () => (await waits()) === 'waiting', 'the delivery waits');
    expect(await mailTo(services, address)).toHaveLength(1);
    expect((await phone.act(token, 'remind', { on: '2027-11-01' })).statusCode).toBe(409);
    expect(await findDifferences(services.db, clock.now())).toEqual([]);
    await phone.act(token, 'decline/undo');
    await eventually(async () => (await read(owner, later.id)).isDelivered, 'the delivery');
    expect(await mailTo(services, address)).toHaveLength(2);
    expect((await entry()).declinedAt).toBeNull();
    expect(await actionsOn(maya.id)).toEqual(
      expect.arrayContaining(['recipient.declined', 'recipient.declining-ended']),
    );
  });
});

describe('not for me', () => {
  test('security 76: closes the page on every device, asks the owner, and what nobody else read waits for another address', async () => {
    const { owner, maya, token, phone, address, cover, entry, scheduleId } = await openedPage();
    const answer = (await phone.act(token, 'not-me')).json<ReceivedCover>();
    expect(answer).toMatchObject({ notForMe: { canUndo: true }, opened: [], memories: [], said: null });
    expect(await cover(openBrowser(app))).toMatchObject({ notForMe: { canUndo: false } });
    expect((await phone.open(token)).statusCode).toBe(409);
    expect((await phone.get(`/api/received/${token}/everything.zip`)).statusCode).toBe(404);
    expect((await phone.act(token, 'decline')).statusCode).toBe(409);
    expect((await entry()).notForThem).toMatchObject({ address });
    await eventually(
      async () => (await ownersMails(owner)).includes('Is this the right address for Maya?'),
      'the question',
    );
    expect(await read(owner, scheduleId)).toMatchObject({ isDelivered: false });

    const right = `right.${maya.id}@example.com`;
    await owner.request({
      method: 'PUT',
      url: `/api/recipients/${maya.id}`,
      payload: { ...maya, email: right },
    });
    await eventually(async () => (await read(owner, scheduleId)).isDelivered, 'the delivery');
    // The link is the same, so somebody who got it first cannot get in with it alone.
    expect(await cover()).toMatchObject({ codeNeeded: true, opened: [] });
    expect((await phone.act(token, 'not-me/undo')).statusCode).toBe(409);
    await phone.open(token);
    const [mail] = await mailTo(services, right);
    const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0];
    expect((await openBrowser(app).open(token, { code })).statusCode).toBe(200);
  });

  test('only the device that said so takes it back', async () => {
    const { owner, token, phone, cover, scheduleId, entry } = await openedPage();
    await phone.act(token, 'not-me');
    expect((await openBrowser(app).act(token, 'not-me/undo')).statusCode).toBe(409);
    const back = (await phone.act(token, 'not-me/undo')).json<ReceivedCover>();
    expect(back).toMatchObject({ notForMe: null, codeNeeded: false });
    expect((await entry()).notForThem).toBeNull();
    expect(await read(owner, scheduleId)).toMatchObject({ isDelivered: true });
    await phone.open(token);
    expect((await cover()).opened).toHaveLength(1);
    expect(await findDifferences(services.db, clock.now())).toEqual([]);
  });

  test('staff may find that the address is right, with a reason, as they saw it', async () => {
    const { owner, maya, token, phone, entry, scheduleId } = await openedPage();
    await phone.act(token, 'not-me');
    const staff = await createStaff(testApp);
    const { deliveries } = (await staff.request({ url: '/api/admin/deliveries' })).json<StaffDeliveryList>();
    const shown = deliveries.find(({ recipient }) => recipient?.id === maya.id);
    expect(shown).toMatchObject({ reason: 'not_theirs', acts: expect.arrayContaining(['confirm']) });
    const { state, reason, attemptCount, recipient } = shown as StaffDeliveryList['deliveries'][number];
    const find = (address: string | null) =>
      staff.request({
        method: 'POST',
        url: `/api/admin/deliveries/${shown?.id}/right-address`,
        payload: { reason: 'She rang us', seen: { state, reason, attemptCount, address } },
      });
    expect((await find('another@example.com')).statusCode).toBe(409);
    const found = await find(recipient?.address ?? null);
    expect([found.statusCode, found.json()]).toMatchObject([200, { state: 'delivered' }]);
    expect((await find(recipient?.address ?? null)).statusCode).toBe(409);
    expect((await entry()).notForThem).toBeNull();
    expect(await read(owner, scheduleId)).toMatchObject({ isDelivered: true });
    const log = await services.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, shown?.id ?? ''));
    expect(log.find(({ action }) => action === 'delivery.address-confirmed-by-staff')?.reason).toBe(
      'She rang us',
    );
  });

  test('what falls due meanwhile does not go there; the owner may say that the address is right', async () => {
    const { owner, maya, token, phone, address, cover } = await openedPage();
    const later = await schedule(owner, maya.id, 900);
    await phone.act(token, 'not-me');
    await goOn(901);
    const waits = async () => (await read(owner, later.id)).recipients[0]?.state;
    await eventually(async () => (await waits()) === 'waiting', 'the delivery waits');
    expect(await mailTo(services, address)).toHaveLength(1);
    await owner.request({ method: 'POST', url: `/api/recipients/${maya.id}/right-address` });
    await eventually(async () => (await read(owner, later.id)).isDelivered, 'the delivery');
    // Whoever reads the mailbox gets in with a code; the device that said so has no special rights.
    expect(await cover()).toMatchObject({ notForMe: null, codeNeeded: true });
  });

  test('whoever got it by mistake need not open anything to say so', async () => {
    const owner = await createPerson(testApp);
    const maya = await createRecipient(owner);
    await schedule(owner, maya.id);
    await goOn(61);
    const token = receivedTokenIn(await firstMailTo(services, maya.email ?? ''));
    const stranger = openBrowser(app);
    const answer = await stranger.act(token, 'not-me');
    expect(answer.json<ReceivedCover>()).toMatchObject({ notForMe: { canUndo: true } });
    expect(answer.body).not.toContain('thirtieth');
  });

  test('nor does it matter that the mail has arrived before anybody has recorded it', async () => {
    const { scheduleId, token, phone, cover } = await openedPage();
    const unrecorded = { status: 'sending', sentTo: null, deliveredAt: null, openedAt: null } as const;
    await services.db.update(deliveryQueue).set(unrecorded).where(eq(deliveryQueue.scheduleId, scheduleId));
    const answer = (await phone.act(token, 'not-me')).json<ReceivedCover>();
    expect(answer).toMatchObject({ notForMe: { canUndo: true } });
    expect((await openBrowser(app).open(token)).statusCode).toBe(409);
    expect((await phone.act(token, 'not-me/undo')).statusCode).toBe(200);
    expect((await cover()).notForMe).toBeNull();
  });
});

describe('another address', () => {
  test('security 58: 400: one that would break into a mail; nobody is written to', async () => {
    const { token, phone, cover } = await openedPage();
    for (const email of ['maya@example.com\r\nBcc: thief@example.com', 'a@example.com, thief@example.com'])
      expect((await phone.act(token, 'address', { email })).statusCode, email).toBe(400);
    expect(await mailTo(services, 'thief@example.com')).toEqual([]);
    expect((await cover()).said?.address).toBeNull();
  });

  test('a code proves it, the owner agrees, and the address before gets one line', async () => {
    const { owner, maya, token, phone, address, entry } = await openedPage();
    const email = `new.${maya.id}@example.com`;
    const sent = (await phone.act(token, 'address', { email })).json<ReceivedCover>();
    expect(sent.said?.address).toMatchObject({ state: 'code-sent', email });
    expect((await entry()).proposedAddress).toBeNull();
    const code = /\b\d{6}\b/.exec((await firstMailTo(services, email)).text)?.[0] ?? '';
    const wrong = code === '000000' ? '000001' : '000000';
    expect((await phone.act(token, 'address/code', { code: wrong })).statusCode).toBe(400);
    const asked = (await phone.act(token, 'address/code', { code })).json<ReceivedCover>();
    expect(asked.said?.address).toMatchObject({ state: 'asked' });
    expect(await entry()).toMatchObject({ email: address, proposedAddress: { email } });
    await eventually(
      async () => (await ownersMails(owner)).includes('A new address for Maya?'),
      'the question',
    );
    const proposalId = (await entry()).proposedAddress?.id;
    const url = `/api/recipients/${maya.id}/proposed-address/agree`;
    const agreed = await owner.request({ method: 'POST', url, payload: { proposalId } });
    expect(agreed.statusCode).toBe(204);
    expect(await entry()).toMatchObject({ email, proposedAddress: null });
    await eventually(
      async () => (await mailTo(services, address)).some(({ text }) => text.includes('no longer goes')),
      'the line',
    );
    expect((await owner.request({ method: 'POST', url, payload: { proposalId } })).statusCode).toBe(409);
  });

  test('security 52: 400: a sixth try, even with the right code; 429: a sixth address within a day', async () => {
    const { maya, token, phone } = await openedPage();
    const email = `tried.${maya.id}@example.com`;
    await phone.act(token, 'address', { email });
    const code = /\b\d{6}\b/.exec((await firstMailTo(services, email)).text)?.[0] ?? '';
    const wrong = code === '000000' ? '000001' : '000000';
    for (let tries = 0; tries < 5; tries++) await phone.act(token, 'address/code', { code: wrong });
    expect((await phone.act(token, 'address/code', { code })).statusCode).toBe(400);
    for (let more = 0; more < 4; more++)
      expect((await phone.act(token, 'address', { email })).statusCode).toBe(200);
    expect((await phone.act(token, 'address', { email })).statusCode).toBe(429);
  });

  test('the owner may refuse it, and the recipient take it back', async () => {
    const { owner, maya, token, phone, entry, cover } = await openedPage();
    await phone.act(token, 'address', { mailingAddress: '1 New Street' });
    const proposalId = (await entry()).proposedAddress?.id;
    const url = `/api/recipients/${maya.id}/proposed-address/refuse`;
    await owner.request({ method: 'POST', url, payload: { proposalId } });
    expect((await cover()).said?.address).toMatchObject({ state: 'refused' });
    await phone.act(token, 'address', { mailingAddress: '2 New Street' });
    await phone.undo(token, 'address');
    expect((await entry()).proposedAddress).toBeNull();
  });
});

test('staff see what was done and when, and no word of what was written', async () => {
  const { owner, maya, token, phone, opened } = await openedPage();
  const staff = await createStaff(testApp);
  const text = 'I read it under the pear tree';
  await phone.act(token, 'reply', { id: opened, text });
  await phone.act(token, 'remind', { on: '2026-12-20' });
  await phone.act(token, 'decline');
  await phone.act(token, 'decline/undo');
  const answer = await staff.request({ method: 'POST', url: `/api/admin/people/${owner.user.id}/view` });
  const { recipientActivity } = answer.json<StaffPerson>();
  expect(recipientActivity.map(({ action, recipient }) => [action, recipient])).toEqual(
    ['declining-ended', 'declined', 'reminder-asked', 'replied'].map((act) => [
      `recipient.${act}`,
      `${maya.firstName} ${maya.lastName}`,
    ]),
  );
  expect(answer.body).not.toContain(text);
});
