import { and, eq, isNull } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { readDatabaseTime } from '../../../../platform/database-time.ts';
import { notFound } from '../../../../platform/errors.ts';
import { addressChangeNotices } from './address-changes.table.ts';
import { type ChangeAct, requireSeen } from './change-refusals.ts';
import { lockChange } from './change-rows.ts';
import { recordChange } from './record-change.ts';

/** Records that somebody was told by letter, since we had no other address of theirs. */
export function noteLetter(
  services: Services,
  { noticeId, ...by }: ChangeAct & { noticeId: string },
): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    const { change } = await lockChange(tx, by.changeId);
    const now = await readDatabaseTime(tx, services.clock);
    requireSeen(by.seen, change, now);
    const { rowCount } = await tx
      .update(addressChangeNotices)
      .set({ toldAt: now, toldBy: by.member.id })
      .where(
        and(
          eq(addressChangeNotices.id, noticeId),
          eq(addressChangeNotices.changeId, change.id),
          eq(addressChangeNotices.channel, 'post'),
          isNull(addressChangeNotices.toldAt),
        ),
      );
    if (rowCount === 0) throw notFound('This letter');
    await recordChange(tx, services, change, {
      action: 'address-change.letter-written-by-staff',
      actor: by.member.id,
      reason: by.reason,
    });
  });
}
