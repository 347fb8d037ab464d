import { and, eq, isNotNull, or } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { hashToken } from '../../../platform/random.ts';
import { enqueueMails } from '../../outbox/mails/mails.ts';
import { recipients } from '../../people/recipients/recipients.table.ts';
import type { DeathReportRow } from '../death-reports/death-reports.table.ts';
import { accessId, trustedToken } from './access-rows.ts';
import { trustedAccess } from './trusted-access.table.ts';

export type Invitation = 'trusted-contact-window' | 'trusted-contact-invited';

type InviteServices = Pick<Services, 'jobs' | 'clock' | 'appSecret'>;

/**
 * Writes to the trusted contacts of the owner whom a report is about, or to this one of them, with a link for this report, by a text
 * message where there is a phone and no e-mail: the same at each. They hear once of each window and of the release, and `only` once more at each new address.
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
    .select({ id: recipients.id, email: recipients.email, phone: recipients.phone })
    .from(recipients)
    .where(
      and(
        eq(recipients.userId, userId),
        eq(recipients.trustedContact, true),
        or(isNotNull(recipients.email), isNotNull(recipients.phone)),
        only ? eq(recipients.id, only) : undefined,
      ),
    );
  if (contacts.length === 0) return;
  const invited = contacts.map(({ id: recipientId, email, phone }) => ({
    id: accessId({ reportId, recipientId }),
    recipientId,
    again: only ? `:${hashToken(email ?? phone ?? '')}` : '',
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
        createdAt: services.clock.now(),
      })),
    )
    .onConflictDoNothing();
  await enqueueMails(
    tx,
    services,
    invited.map(({ id, again }) => ({
      kind,
      userId,
      subjectId: id,
      dedupeKey: `${kind}:${id}:${report.round}${again}`,
    })),
  );
}
