import { and, eq, isNotNull, or } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { hashToken } from '../../../../platform/random.ts';
import { enqueueMails } from '../../../outbox/messages/mails/mails.ts';
import { type RecipientRow, recipients } from '../../../people/recipients/recipients.table.ts';
import { type DeathReportRow, deathReports } from '../death-reports/death-reports.table.ts';
import { trustedAccess } from './contacts.table.ts';
import { accessId, trustedToken } from './links.ts';

export type Invitation = 'trusted-contact-window' | 'trusted-contact-invited';

type InviteServices = Pick<Services, 'jobs' | 'clock' | 'appSecret'>;

/**
 * Sends the trusted contacts of the reported owner, or only this one, a link for this report: by email, or by text message if
 * they have a phone number and no email address. They get one message per window and one for the release, and another for each
 * new link. If a contact's address has changed, the message waits until anything may be sent to the new one.
 */
export async function inviteContactsLater(
  tx: Tx,
  services: InviteServices,
  report: DeathReportRow,
  { kind, only }: { kind: Invitation; only?: string },
): Promise<void> {
  const { id: reportId, userId } = report;
  if (!userId) return;
  const contacts = await tx
    .select({
      id: recipients.id,
      addressWaitsUntil: recipients.addressWaitsUntil,
      generation: trustedAccess.generation,
    })
    .from(recipients)
    .leftJoin(
      trustedAccess,
      and(eq(trustedAccess.recipientId, recipients.id), eq(trustedAccess.reportId, reportId)),
    )
    .where(
      and(
        eq(recipients.userId, userId),
        eq(recipients.trustedContact, true),
        or(isNotNull(recipients.email), isNotNull(recipients.secondEmail), isNotNull(recipients.phone)),
        only ? eq(recipients.id, only) : undefined,
      ),
    );
  if (contacts.length === 0) return;
  const now = services.clock.now();
  const invited = contacts.map(({ id: recipientId, addressWaitsUntil, generation }) => ({
    id: accessId({ reportId, recipientId }),
    recipientId,
    again: generation && generation > 1 ? `:${generation}` : '',
    heldUntil: addressWaitsUntil && addressWaitsUntil > now ? addressWaitsUntil : undefined,
  }));
  await tx
    .insert(trustedAccess)
    .values(
      invited.map(({ id, recipientId }) => ({
        id,
        reportId,
        userId,
        recipientId,
        tokenHash: hashToken(trustedToken(services, id)),
        createdAt: now,
      })),
    )
    .onConflictDoNothing();
  await enqueueMails(
    tx,
    services,
    invited.map(({ id, again, heldUntil }) => ({
      kind,
      userId,
      subjectId: id,
      dedupeKey: `${kind}:${id}:${report.round}${again}`,
      heldUntil,
    })),
  );
}

const invitationIn: Partial<Record<DeathReportRow['state'], Invitation>> = {
  objection_window: 'trusted-contact-window',
  released: 'trusted-contact-invited',
};

/** Closes the links of a contact whose address was changed. A new one is sent to the address they have then. */
export async function renewTrustedLinks(
  tx: Tx,
  services: InviteServices,
  { id, trustedContact }: Pick<RecipientRow, 'id' | 'trustedContact'>,
): Promise<void> {
  if (!trustedContact) return;
  const links = await tx
    .select({ access: trustedAccess, report: deathReports })
    .from(trustedAccess)
    .innerJoin(deathReports, eq(deathReports.id, trustedAccess.reportId))
    .where(eq(trustedAccess.recipientId, id));
  for (const { access, report } of links) {
    const generation = access.generation + 1;
    const tokenHash = hashToken(trustedToken(services, access.id, generation));
    await tx.update(trustedAccess).set({ generation, tokenHash }).where(eq(trustedAccess.id, access.id));
    const kind = invitationIn[report.state];
    if (kind) await inviteContactsLater(tx, services, report, { kind, only: id });
  }
}
