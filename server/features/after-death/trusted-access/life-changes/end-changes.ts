import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { readDatabaseTime } from '../../../../platform/database-time.ts';
import { resumeHeldDeliveriesTo } from '../../../delivery/deliveries/deliveries.ts';
import { enqueueMail } from '../../../outbox/mails/mails.ts';
import { lockRecipient } from '../../../people/recipients/recipients.ts';
import { recordAll } from '../../../system/audit/audit.ts';
import { lifeChanges } from './life-changes.table.ts';

/**
 * Ends everything that trusted contacts have told us of an owner who lives after all, and lets everybody go. The owner is told what
 * it was. The caller has locked the owner and their schedules.
 */
export async function endLifeChangesOf(tx: Tx, services: Services, userId: string): Promise<void> {
  const unended = and(eq(lifeChanges.userId, userId), isNull(lifeChanges.endedAt));
  const rows = await tx.select().from(lifeChanges).where(unended).orderBy(asc(lifeChanges.recipientId));
  const [first] = rows;
  if (!first) return;
  const endedAt = await readDatabaseTime(tx, services.clock);
  await tx.update(lifeChanges).set({ endedAt, endedBy: 'system' }).where(unended);
  for (const recipientId of new Set(rows.map((row) => row.recipientId))) {
    await lockRecipient(tx, userId, recipientId);
    await resumeHeldDeliveriesTo(tx, services, { recipientId, actor: 'system' });
  }
  await recordAll(
    tx,
    endedAt,
    rows.map(({ id, kind }) => ({
      action: 'life-change.ended',
      actor: 'system',
      userId,
      subjectId: id,
      details: { kind },
    })),
  );
  await enqueueMail(tx, services, {
    kind: 'life-changes-ended',
    userId,
    subjectId: first.id,
    details: { endedAt: endedAt.toISOString() },
  });
}
