import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { minutesAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import type { Queryable, Tx } from '../../../platform/database.ts';
import { readAgreedNow } from '../../../platform/database-time.ts';
import { isAwaited } from '../../outbox/messages/mails/mails.table.ts';
import { recipients } from './recipients.table.ts';

// Nothing is sent to somebody for a while after others than the owner changed where they are reached, and not before they
// were told: otherwise, while our mail server is down, somebody who gave us a wrong address would only have to wait.

const lookAgainMinutes = 15;

/**
 * SQL: whether somebody with such a wait has not been told yet. A mail's detail `awaitedFor` names whom it
 * keeps waiting. Column names are written out, since a query of `recipients` alone omits the table's name.
 */
export const isUntold = sql<boolean>`(recipients.address_waits_until is not null and exists (
  select 1 from outbox_mails
  where outbox_mails.user_id = recipients.user_id
    and outbox_mails.kind = 'recipient-address-corrected'
    and outbox_mails.details ->> 'awaitedFor' = recipients.id::text
    and ${isAwaited(sql`recipients.address_waits_until`)}))`;

interface AddressWait {
  addressWaitsUntil: Date | null;
  isUntold: boolean;
  /** The time on which the process and the database agree; undefined while they differ. */
  agreed: Date | undefined;
}

/** Until when, at least, nothing is sent to them because of that; null if nothing has to wait. */
export function waitOf({ addressWaitsUntil, isUntold, agreed }: AddressWait, now: Date): Date | null {
  const isOver = addressWaitsUntil !== null && agreed !== undefined && agreed >= addressWaitsUntil;
  if (!isOver) return addressWaitsUntil;
  return isUntold ? minutesAfter(now, lookAgainMinutes) : null;
}

/** The same for one person, as of now. */
export async function readAddressWait(
  db: Queryable,
  { clock }: Pick<Services, 'clock'>,
  recipientId: string,
): Promise<Date | null> {
  const [row] = await db
    .select({ addressWaitsUntil: recipients.addressWaitsUntil, isUntold })
    .from(recipients)
    .where(eq(recipients.id, recipientId));
  if (!row?.addressWaitsUntil) return null;
  return waitOf({ ...row, agreed: await readAgreedNow(db, clock) }, clock.now());
}

/** Nothing is sent to them before `until` either, if something has to wait at all: an address that their owner enters takes effect at once. */
export async function waitLonger(tx: Tx, recipientId: string, until: Date): Promise<void> {
  await tx
    .update(recipients)
    .set({ addressWaitsUntil: sql`greatest(${recipients.addressWaitsUntil}, ${until.toISOString()})` })
    .where(and(eq(recipients.id, recipientId), isNotNull(recipients.addressWaitsUntil)));
}
