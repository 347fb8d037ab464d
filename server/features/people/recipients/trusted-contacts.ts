import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Contact, LinkChannel } from '../../../../shared/outbox/channels.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { hashToken } from '../../../platform/random.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { isEmailVerified } from '../../accounts/profile/profile.ts';
import { enqueueMail } from '../../outbox/messages/mails/mails.ts';
import { lockMailQuota, mailQuotaFreeAt } from '../../outbox/messages/mails/quota/quota.ts';
import { sendingChannels } from '../../outbox/messages/messages.ts';
import { record } from '../../system/audit/audit.ts';
import { type Addresses, contactOf } from './contacts.ts';
import { ensureInquiry, findLeaving } from './inquiries/links.ts';
import { type RecipientRow, recipients } from './recipients.table.ts';

type Sending = Pick<Services, 'config'>;

/** Whether this trusted contact has not had the role explained to them at their present address. */
export function awaitsExplanation(services: Sending, recipient: RecipientRow): boolean {
  const { trustedContact, trustedContactToldAt } = recipient;
  return trustedContact && trustedContactToldAt === null && whereTold(services, recipient) !== null;
}

/** By text message only if there is no email address. */
export function whereTold(services: Sending, recipient: Addresses): Contact<LinkChannel> | null {
  return contactOf(recipient, sendingChannels(services));
}

/** The columns of a trusted contact who is now notified at another address than `before`: the role is explained to them again. */
export function toldElsewhere(services: Sending, before: Addresses, after: Addresses) {
  const isSame = whereTold(services, before)?.address === whereTold(services, after)?.address;
  return isSame ? {} : { trustedContactToldAt: null };
}

/** Writes to the audit log that somebody was named as a trusted contact, or no longer is. */
export async function recordTrust(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  before: Pick<RecipientRow, 'trustedContact'>,
  { id, userId, trustedContact }: RecipientRow,
): Promise<void> {
  if (trustedContact === before.trustedContact) return;
  await record(tx, clock.now(), {
    action: trustedContact ? 'recipient.trusted-contact-named' : 'recipient.trusted-contact-withdrawn',
    actor: userId,
    userId,
    subjectId: id,
  });
}

type MailServices = Pick<Services, 'jobs' | 'clock' | 'config' | 'appSecret'>;

/**
 * Enqueues the message that explains the role to a trusted contact, unless it was already sent to this
 * address or there is none. It is held back if the owner has many, and not written before the owner's own
 * address is confirmed: nobody should hear from us on behalf of somebody who gave us a false one.
 */
export async function notifyTrustedContactLater(
  tx: Tx,
  services: MailServices,
  recipient: RecipientRow,
): Promise<void> {
  const { id, userId, addressWaitsUntil } = recipient;
  const contact = whereTold(services, recipient);
  if (!contact || !awaitsExplanation(services, recipient)) return;
  const freeAt = await mailQuotaFreeAt(tx, services, userId);
  const heldUntil = laterOf(freeAt, addressWaitsUntil, services.clock.now());
  const [owner] = await tx.select().from(users).where(eq(users.id, userId));
  if (!owner || !isEmailVerified(services, owner)) return;
  await ensureInquiry(tx, services, recipient, 'trust', contact);
  const dedupeKey = keyOf(id, contact.address, await findLeaving(tx, id));
  await enqueueMail(tx, services, { kind: 'trusted-contact', userId, subjectId: id, dedupeKey, heldUntil });
}

/** Undefined if neither is in the future. */
function laterOf(one: Date | undefined, other: Date | null, now: Date): Date | undefined {
  return [one, other].reduce<Date | undefined>(
    (latest, at) => (at && at > (latest ?? now) ? at : latest),
    undefined,
  );
}

/** Does the same for all trusted contacts of an owner whose address has just been confirmed. */
export async function notifyTrustedContactsLater(
  tx: Tx,
  services: MailServices,
  userId: string,
): Promise<void> {
  // Taken before reading: a concurrent change of an entry is either seen here, or itself sees the confirmed address.
  await lockMailQuota(tx, userId);
  const waiting = await tx
    .select()
    .from(recipients)
    .where(
      and(
        eq(recipients.userId, userId),
        eq(recipients.trustedContact, true),
        isNull(recipients.trustedContactToldAt),
      ),
    )
    .orderBy(asc(recipients.id));
  for (const recipient of waiting) await notifyTrustedContactLater(tx, services, recipient);
}

/** One mail for each address of a recipient, and another for somebody who withdrew and was named again. */
function keyOf(recipientId: string, address: string, left: Date | null): string {
  return `trusted-contact:${recipientId}:${hashToken(address)}${left ? `:${left.getTime()}` : ''}`;
}
