import { type CorrectedField, correctedFields } from '../../../../shared/after-death/trusted-access.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { RecipientRow } from '../../people/recipients/recipients.table.ts';
import { record } from '../../system/audit/audit.ts';
import { announceToStaff } from '../../system/changes/changes.ts';
import type { TrustedAccessRow } from './trusted-access.table.ts';
import { recipientCorrections } from './trusted-access.table.ts';

type Named = Pick<RecipientRow, CorrectedField>;

/** Keeps what a contact has corrected, with what stood there before, for staff and for an owner who lives after all. */
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
