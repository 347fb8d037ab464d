import { and, asc, eq, gt } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type {
  StaffCorrectionList,
  StaffCorrectionQuery,
} from '../../../../../shared/after-death/staff-corrections.ts';
import { type CorrectedField, correctedFields } from '../../../../../shared/after-death/trusted-access.ts';
import { fullNameOf } from '../../../../../shared/names.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable, Tx } from '../../../../platform/database.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { newId } from '../../../../platform/ids.ts';
import { enqueueMail } from '../../../outbox/messages/mails/mails.ts';
import { type RecipientRow, recipients } from '../../../people/recipients/recipients.table.ts';
import { record } from '../../../system/audit/audit.ts';
import { announceToStaff } from '../../../system/changes/changes.ts';
import type { DeathReportRow } from '../death-reports/death-reports.table.ts';
import { releases } from '../releases/releases.table.ts';
import { recipientCorrections, type TrustedAccessRow, trustedAccess } from './contacts.table.ts';

type Named = Pick<RecipientRow, CorrectedField>;

/** Records a contact's corrections with the previous values, for staff and for an owner who turns out to be alive. */
export async function saveCorrections(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  { id: accessId, userId, reportId, recipientId: contactId }: TrustedAccessRow,
  { before, after }: { before: RecipientRow; after: Named },
): Promise<void> {
  const fields = correctedFields.filter((field) => after[field] !== before[field]);
  if (fields.length === 0) return;
  const now = clock.now();
  await tx.insert(recipientCorrections).values(
    fields.map((field) => ({
      id: newId(),
      userId,
      recipientId: before.id,
      reportId,
      accessId,
      field,
      oldValue: before[field],
      newValue: after[field],
      createdAt: now,
    })),
  );
  await record(tx, now, {
    action: 'recipient.corrected-by-contact',
    actor: 'trusted-contact',
    userId,
    subjectId: before.id,
    details: { contact: contactId, fields: fields.join(', ') },
  });
  await announceToStaff(tx);
}

/** Tells an owner who turned out to be alive what trusted contacts have corrected, if anything. */
export async function tellOwnerOfCorrectionsLater(
  tx: Tx,
  services: Pick<Services, 'jobs' | 'clock'>,
  { id, userId }: DeathReportRow,
): Promise<void> {
  const ofReport = eq(recipientCorrections.reportId, id);
  if (!userId || (await tx.$count(recipientCorrections, ofReport)) === 0) return;
  await enqueueMail(tx, services, { kind: 'address-book-corrected', userId, subjectId: id });
}

const contact = alias(recipients, 'contact');

/** What trusted contacts corrected after a release, oldest first; 404 if there is no such release. */
export async function listCorrections(
  db: Queryable,
  releaseId: string,
  { limit, after }: StaffCorrectionQuery,
): Promise<z.output<typeof StaffCorrectionList>> {
  const [release] = await db.select().from(releases).where(eq(releases.id, releaseId));
  const { reportId } = requireFound(release, 'This release');
  const rows = await db
    .select({ correction: recipientCorrections, person: recipients, by: contact })
    .from(recipientCorrections)
    .innerJoin(recipients, eq(recipients.id, recipientCorrections.recipientId))
    .leftJoin(trustedAccess, eq(trustedAccess.id, recipientCorrections.accessId))
    .leftJoin(contact, eq(contact.id, trustedAccess.recipientId))
    .where(
      and(
        eq(recipientCorrections.reportId, reportId),
        after ? gt(recipientCorrections.id, after) : undefined,
      ),
    )
    .orderBy(asc(recipientCorrections.id))
    .limit(limit + 1);
  const corrections = rows.slice(0, limit).map(({ correction, person, by }) => ({
    ...correction,
    personName: fullNameOf(person),
    byName: by && fullNameOf(by),
    at: correction.createdAt,
  }));
  const last = rows.length > limit ? corrections.at(-1) : undefined;
  return { corrections, next: last ? { after: last.id } : null };
}
