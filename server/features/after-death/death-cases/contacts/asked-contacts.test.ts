import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { z } from 'zod';
import type { StaffDeliveryList } from '../../../../../shared/delivery/staff-deliveries.ts';
import { correctAddress } from '../../../../../test/address-changes.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { createStaff } from '../../../../../test/factories.ts';
import { mailTo } from '../../../../../test/mailbox.ts';
import { sendMail } from '../../../../../test/outbox.ts';
import { deliverDue, leave } from '../../../../../test/released.ts';
import { endWindow, type Reported, reportedOwner } from '../../../../../test/trusted-access.ts';
import { isWaiting, outboxMails } from '../../../outbox/messages/mails/mails.table.ts';
import { releaseHeldMails } from '../../../outbox/messages/mails/quota/quota.ts';

// F17: after a death we ask the owner's trusted contacts where somebody can be reached.

const testApp = await startTestApp({ clock: createTestClock('2031-03-06T15:42:00Z') });
const { services, clock } = testApp;
const { db } = services;
const day = 24 * 3600;
const subject = /^Can you help us reach /;
let number = 0;
let phone = '';
beforeEach(() => {
  number += 1;
  phone = `+12125550${100 + number}`;
});

/** Releases an owner with a letter for Maya and Leo, who have no address, and two trusted contacts: Inés, and Jonas, who has only a phone. */
async function released() {
  const reported = await reportedOwner(testApp, [
    { firstName: 'Maya', email: null },
    { firstName: 'Leo', email: null },
    { firstName: 'Jonas', email: null, phone, trustedContact: true },
  ]);
  await leave(testApp, reported);
  const releaseId = await endWindow(testApp, reported.reportId);
  await deliverDue(testApp);
  return { ...reported, releaseId };
}

const waiting = ({ owner }: Reported) =>
  db
    .select()
    .from(outboxMails)
    .where(
      and(eq(outboxMails.userId, owner.user.id), eq(outboxMails.kind, 'contact-asked-address'), isWaiting),
    );

async function sendHeld(reported: Reported): Promise<void> {
  await releaseHeldMails(services);
  for (const { id, heldUntil } of await waiting(reported)) if (!heldUntil) await sendMail(services, id);
}

const askedOf = async (address: string | null) =>
  (await mailTo(services, address ?? '')).filter(
    (message) => subject.test(message.subject ?? '') || message.text.includes('We could not reach'),
  );

test('F17: trusted contacts are asked a day later, each once for everybody, by text where they have only a phone', async () => {
  const reported = await released();
  await sendHeld(reported);
  expect(await askedOf(reported.contact.email)).toEqual([]);
  clock.advance(day);
  await sendHeld(reported);
  const [mail, ...more] = await askedOf(reported.contact.email);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('Can you help us reach Maya Alvarez and Leo Alvarez?');
  expect(mail?.text).toContain(`/trusted/${reported.token}`);
  const [text, ...others] = await askedOf(phone);
  expect(others).toEqual([]);
  expect(text?.text).toContain('We could not reach Maya Alvarez and Leo Alvarez for Ruth Alvarez.');
  expect(await waiting(reported)).toEqual([]);
});

test('staff see beside each delivery that a trusted contact was asked about that person, and when', async () => {
  const reported = await released();
  const toldOf = async (place: number) => {
    const staff = await createStaff(testApp);
    const { deliveries } = (
      await staff.request({ url: `/api/admin/deliveries?owner=${reported.owner.user.email}` })
    ).json<z.infer<typeof StaffDeliveryList>>();
    const { id } = reported.recipients[place] ?? {};
    const told = deliveries.find(({ recipient }) => recipient?.id === id)?.told ?? [];
    return told.filter(({ to }) => to === 'contact');
  };
  const asked = { kind: 'contact-asked-address', sentAt: null };
  expect(await toldOf(1)).toMatchObject([asked, asked]);
  clock.advance(day);
  await sendHeld(reported);
  const sent = { ...asked, sentAt: clock.now().toISOString() };
  expect(await toldOf(1)).toMatchObject([sent, sent]);
  expect(await toldOf(2)).toMatchObject([sent, sent]);
  expect(await toldOf(3)).toEqual([]);
});

test('nobody is asked about whom a contact has said where they are meanwhile', async () => {
  const reported = await released();
  const [, maya] = reported.recipients;
  await correctAddress(testApp, reported, maya?.id ?? '', { email: `maya.${number}@example.org` });
  clock.advance(day);
  await sendHeld(reported);
  expect((await askedOf(phone)).map(({ text }) => /reach (.*) for/.exec(text)?.[1])).toEqual(['Leo Alvarez']);
});

test('nobody is asked about themselves', async () => {
  services.config.sms = { kind: 'none' };
  const reported = await released();
  clock.advance(day);
  await sendHeld(reported);
  services.config.sms = { kind: 'mailbox' };
  const [mail] = await askedOf(reported.contact.email);
  expect(mail?.subject).toBe('Can you help us reach Maya Alvarez, Leo Alvarez, and Jonas Alvarez?');
  expect(await askedOf(phone)).toEqual([]);
  const jonas = reported.recipients[3]?.id;
  const rows = await db.select().from(outboxMails).where(eq(outboxMails.userId, reported.owner.user.id));
  expect(rows.some(({ subjectId, details }) => subjectId === jonas && details['contactId'] === jonas)).toBe(
    false,
  );
});

test('nobody is asked once the release was a mistake', async () => {
  const reported = await released();
  await (await createStaff(testApp)).request({
    method: 'POST',
    url: `/api/admin/releases/${reported.releaseId}/revoke`,
    payload: { reason: 'A mistake' },
  });
  clock.advance(day);
  await sendHeld(reported);
  expect(await askedOf(reported.contact.email)).toEqual([]);
});
