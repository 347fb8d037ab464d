import { and, eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import {
  addressChangeNotices,
  addressChanges,
} from '../server/features/after-death/trusted-access/address-changes/address-changes.table.ts';
import { noticeToken } from '../server/features/after-death/trusted-access/address-changes/change-rows.ts';
import { outboxMails } from '../server/features/outbox/messages/mails/mails.table.ts';
import { requireFound } from '../server/platform/errors.ts';
import { type AddressChangePage, reachedFields } from '../shared/after-death/address-changes.ts';
import type { StaffAddressChange } from '../shared/after-death/staff-address-changes.ts';
import type { TrustedPage } from '../shared/after-death/trusted-access.ts';
import type { StaffDelivery } from '../shared/delivery/staff-deliveries.ts';
import type { TestApp } from './app.ts';
import type { Person } from './factories.ts';
import { type MailboxMessage, mailTo } from './mailbox.ts';
import { sendMailsAbout } from './outbox.ts';
import { leave } from './released.ts';
import { endWindow, type Reported, reportedOwner } from './trusted-access.ts';

// Addresses that somebody other than the owner changes.

type Reached = Partial<Record<'email' | 'secondEmail' | 'phone' | 'mailingAddress', string | null>>;

/** After a release, with a letter to Nora that is due, and one for `later`. The first recipient is the trusted contact; `others` come after Nora. */
export async function releasedToNora(
  testApp: TestApp,
  later?: Date,
  others: readonly Record<string, unknown>[] = [],
) {
  const email = `nora.${v7()}@example.com`;
  const scene = await reportedOwner(testApp, [{ firstName: 'Nora', email }, ...others]);
  const nora = requireFound(scene.recipients[1]);
  const left = { ...scene, recipients: [nora] };
  await leave(testApp, left);
  if (later) await leave(testApp, left, { deliveryType: 'scheduled', deliveryDate: later.toISOString() });
  await endWindow(testApp, scene.reportId);
  return { ...scene, nora, email };
}

/** A contact enters this for somebody, as the page does. */
export async function correctAddress(
  { app }: TestApp,
  { token }: Pick<Reported, 'token'>,
  id: string,
  changes: Reached,
) {
  const { people } = (await app.inject({ url: `/api/trusted/${token}` })).json<TrustedPage>();
  const person = requireFound(people.find((each) => each.id === id));
  const seen = Object.fromEntries(reachedFields.map((field) => [field, person[field]]));
  const url = `/api/trusted/${token}/people/${id}`;
  return app.inject({ method: 'PUT', url, payload: { ...seen, ...changes, seen } });
}

/** The same, and everybody concerned is told at once. Returns the id of the change. */
export async function correctAndTell(
  testApp: TestApp,
  contact: Pick<Reported, 'token'>,
  id: string,
  changes: Reached,
): Promise<string> {
  await correctAddress(testApp, contact, id, changes);
  const change = requireFound((await changesOfPerson(testApp, id))[0]);
  await tellOfChange(testApp, change.id);
  return change.id;
}

/** A member of staff proposes this for the recipient of a delivery in its current state. */
export async function proposeAddress(staff: Person, deliveryId: string, changes: Reached) {
  const url = `/api/admin/deliveries/${deliveryId}`;
  const { state, reason, attemptCount, recipient } = (await staff.request({ url })).json<StaffDelivery>();
  const seen = { state, reason, attemptCount, address: recipient?.address ?? null };
  const payload = { ...changes, reason: 'They wrote to us', seen };
  return staff.request({ method: 'POST', url: `${url}/address`, payload });
}

export async function loadChange(staff: Person, id: string): Promise<StaffAddressChange> {
  return (await staff.request({ url: `/api/admin/address-changes/${id}` })).json();
}

/** Staff act on a change in its current state. */
export async function decide(staff: Person, id: string, act: string, more: object = {}) {
  const { state, changes } = await loadChange(staff, id);
  const payload = { reason: 'I called them', seen: { state, changes }, ...more };
  return staff.request({ method: 'POST', url: `/api/admin/address-changes/${id}/${act}`, payload });
}

/** The changes of this person, newest first. */
export async function changesOfPerson({ services }: TestApp, recipientId: string) {
  const rows = await services.db
    .select()
    .from(addressChanges)
    .where(eq(addressChanges.recipientId, recipientId));
  return rows.toSorted((a, b) => (a.id < b.id ? 1 : -1));
}

export const noticesOf = ({ services }: TestApp, changeId: string) =>
  services.db.select().from(addressChangeNotices).where(eq(addressChangeNotices.changeId, changeId));

/** Sends all mails about a change. */
export async function tellOfChange(testApp: TestApp, changeId: string): Promise<void> {
  for (const { id } of await noticesOf(testApp, changeId)) await sendMailsAbout(testApp.services, id);
}

/** The same, and returns what this address received. */
export async function toldOfChange(
  testApp: TestApp,
  changeId: string,
  address: string,
): Promise<MailboxMessage[]> {
  await tellOfChange(testApp, changeId);
  return (await mailTo(testApp.services, address)).filter(({ text }) => text.includes('/address/'));
}

/** The token of the link that was sent to this address. */
export async function noticeTokenOf(testApp: TestApp, changeId: string, address: string): Promise<string> {
  const notice = (await noticesOf(testApp, changeId)).find((each) => each.address === address);
  if (!notice) throw new Error(`Nobody was told at ${address}`);
  return noticeToken(testApp.services, notice.id);
}

export async function changePage({ app }: TestApp, token: string): Promise<AddressChangePage> {
  return (await app.inject({ url: `/api/address/${token}` })).json();
}

export const press = ({ app }: TestApp, token: string, what: 'wrong' | 'right') =>
  app.inject({ method: 'POST', url: `/api/address/${token}/${what}` });

/** Mails with a trusted contact's link that are on hold until something is sent to their new address. */
export const heldMailsOf = ({ services }: TestApp, subjectId: string) =>
  services.db
    .select()
    .from(outboxMails)
    .where(and(eq(outboxMails.subjectId, subjectId), eq(outboxMails.kind, 'trusted-contact-invited')));
