import { and, asc, eq } from 'drizzle-orm';
import { fullNameOf } from '../../../../../shared/names.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { ownAddresses } from '../../../accounts/profile/profile.ts';
import { type RecipientRow, recipients } from '../../../people/recipients/recipients.table.ts';
import type { DeathReportRow } from '../death-reports/death-reports.table.ts';
import { trustedAccess } from './contacts.table.ts';
import { trustedLink } from './links.ts';

// Whoever reports a death may be a trusted contact too. They are not told again what they know already, and what two mails would say at the
// same moment goes into one.

const isSame = (one: string | null, other: string) => one?.toLowerCase() === other.toLowerCase();

/** Whether somebody of the address book knows of the death from the report: it came from an address of theirs, or from an account with one. */
export async function hasReported(
  db: Queryable,
  report: DeathReportRow,
  { email }: Pick<RecipientRow, 'email'>,
): Promise<boolean> {
  if (!email) return false;
  return (await reporterAddresses(db, report)).some((address) => isSame(email, address));
}

/** Where the reporter can be reached: the address that they gave, and those of the account with which they were signed in. */
export async function reporterAddresses(
  db: Queryable,
  { reporterEmail, reporterUserId }: Pick<DeathReportRow, 'reporterEmail' | 'reporterUserId'>,
): Promise<string[]> {
  if (!reporterUserId) return [reporterEmail];
  const [account] = await db.select().from(users).where(eq(users.id, reporterUserId));
  return [reporterEmail, ...(account ? ownAddresses(account) : [])];
}

/**
 * The trusted contact to whom the reporter's mail goes, with their link: it is at the address that the owner gave, and nobody else has
 * changed. Where two share that address, it is the one of the reporter's name.
 */
export async function findReportingContact(
  db: Queryable,
  services: Pick<Services, 'appSecret' | 'config'>,
  { id, reporterEmail, reporterName }: DeathReportRow,
): Promise<{ recipientId: string; link: string } | undefined> {
  const rows = await db
    .select({ access: trustedAccess, contact: recipients })
    .from(trustedAccess)
    .innerJoin(recipients, eq(recipients.id, trustedAccess.recipientId))
    .where(and(eq(trustedAccess.reportId, id), eq(recipients.trustedContact, true)))
    .orderBy(asc(recipients.id));
  const isGiven = ({ contact }: (typeof rows)[number]) =>
    contact.addressWaitsUntil === null && isSame(contact.email, reporterEmail);
  const atAddress = rows.filter(isGiven);
  const found = atAddress.find(({ contact }) => isSame(fullNameOf(contact), reporterName)) ?? atAddress[0];
  return found && { recipientId: found.contact.id, link: trustedLink(services, found.access) };
}
