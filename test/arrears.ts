import { eq } from 'drizzle-orm';
import { type UserRow, users } from '../server/features/accounts/profile/profile.table.ts';
import { lockOwner } from '../server/features/accounts/profile/profile.ts';
import { keepCurrentUrl } from '../server/features/billing/past-due/past-due.ts';
import { inTransaction } from '../server/platform/database.ts';
import { monthsAfter } from '../server/platform/local-time.ts';
import type { Checkout } from '../shared/billing/checkout.ts';
import type { TestApp } from './app.ts';
import { type OpenPayment, paymentAt } from './checkout.ts';
import { createPerson, type Person } from './factories.ts';

// Owners whose plan is no longer paid for, without waiting months for it.

export interface InArrears {
  owner: Person;
  paidThrough: Date;
  /** The token of the link through which anybody can pay. */
  token: string;
}

/** An owner on Golden Thread who is two months behind, including the one that has only begun, or has paid until then. */
export async function ownerInArrears(
  testApp: TestApp,
  { paidThrough = monthsAfter(dayAfter(testApp.clock.now()), -2) }: { paidThrough?: Date } = {},
): Promise<InArrears> {
  const owner = await createPerson(testApp, { firstName: 'Ruth', lastName: 'Alvarez' });
  await lapse(testApp, owner, { paidThrough });
  return { owner, paidThrough, token: await linkFor(testApp, owner) };
}

function dayAfter(instant: Date): Date {
  return new Date(instant.getTime() + 24 * 3_600_000);
}

/** Sets the end of the time that this owner's plan is paid for. */
export async function lapse(
  { services }: TestApp,
  { user }: Person,
  fields: Partial<UserRow> & { paidThrough: Date },
): Promise<void> {
  const subscriptionStartDate = monthsAfter(fields.paidThrough, -5);
  await services.db
    .update(users)
    .set({ subscriptionPlan: 'basic', subscriptionStartDate, ...fields })
    .where(eq(users.id, user.id));
}

/** The token of the link through which the owner's arrears can be paid, as the reminders contain it. */
export async function linkFor({ services }: TestApp, { user }: Person): Promise<string> {
  const url = await inTransaction(services.db, async (tx) =>
    keepCurrentUrl(tx, services, await lockOwner(tx, user.id)),
  );
  return url.split('/').at(-1) ?? '';
}

export const leo = { payerName: 'Leo Alvarez', payerEmail: 'leo.alvarez@example.com' };

/** Opens a page for paying what is due. */
export async function openArrears(
  testApp: TestApp,
  token: string,
  payload: object = leo,
): Promise<OpenPayment> {
  const url = `/api/keep-current/${token}/checkout`;
  const answer = await testApp.app.inject({ method: 'POST', url, payload });
  if (answer.statusCode !== 201) throw new Error(`Checkout answered ${answer.statusCode}: ${answer.body}`);
  return paymentAt(testApp, answer.json<Checkout>().url);
}
