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

// Whoever reports a death may be a trusted contact too. We do not tell them again what they already know, and
// combine two mails that would say the same thing at the same moment.

const isSame = (one: string | null, other: string) => one?.toLowerCase() === other.toLowerCase();

/** Whether this person knows of the death because of the report: it came from an address of theirs, or an account that has it. */
export async function hasReported(
  db: Queryable,
  report: DeathReportRow,
  { email }: Pick<RecipientRow, 'email'>,
): Promise<boolean> {
  if (!email) return false;
  return (await reporterAddresses(db, report)).some((address) => isSame(email, address));
}

/** Where the reporter can be reached: the address they gave, and those of the account they were signed in to. */
export async function reporterAddresses(
  db: Queryable,
  { reporterEmail, reporterUserId }: Pick<DeathReportRow, 'reporterEmail' | 'reporterUserId'>,
): Promise<string[]> {
  if (!reporterUserId) return [reporterEmail];
  const [account] = await db.select().from(users).where(eq(users.id, reporterUserId));
  return [reporterEmail, ...(account ? ownAddresses(account) : [])];
}

/**
 * The trusted contact who gets the reporter's mail, and their link: the one whose address the owner entered
 * and nobody else has changed. If two contacts share that address, it is the one with the reporter's name.
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
