import { and, inArray, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { minutesAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable, Tx } from '../../../../platform/database.ts';
import { AppError } from '../../../../platform/errors.ts';
import { newId } from '../../../../platform/ids.ts';
import { record } from '../../../system/audit/audit.ts';
import { announceToStaff, type CountQueue } from '../../../system/changes/changes.ts';
import { requireNothingOpen } from '../logged-acts/logged-acts.ts';
import { deliveryHolds, type HoldReason } from './holds.table.ts';

export type Hold = typeof deliveryHolds.$inferSelect;

/** SQL: whether all deliveries are on hold. */
export const isHeld = sql`exists (select 1 from delivery_holds where released_at is null)`;

/** SQL: whether this database has replaced a later one since `at`, as a restored backup does. */
export function isRestoredSince(at: SQLWrapper, now: SQLWrapper): SQL {
  return sql`exists (select 1 from delivery_holds
    where reason in ('restored', 'behind-send-log') and held_at > ${at} and held_at <= ${now})`;
}

/**
 * Puts every delivery on hold until a person releases them: no schedule starts, and no worker claims. `message`
 * tells that person what to do. Does nothing and returns false if a hold for the same reason is already open.
 */
export async function holdDeliveries(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  { reason, message, by = 'system' }: { reason: HoldReason; message: string; by?: string },
): Promise<boolean> {
  const heldAt = clock.now();
  const held = await tx
    .insert(deliveryHolds)
    .values({ id: newId(), reason, message, heldAt })
    .onConflictDoNothing()
    .returning();
  for (const hold of held) {
    await record(tx, heldAt, {
      action: 'deliveries.held',
      actor: by,
      subjectId: hold.id,
      details: { reason },
      ...(by !== 'system' && { reason: message }),
    });
  }
  if (held.length > 0) await announceToStaff(tx);
  return held.length > 0;
}

/**
 * Releases all open holds, or only those matching `which`; once none is open, the next sweep sends everything
 * that is due within a second. Returns the released holds.
 */
export async function releaseDeliveries(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  { by, note, which }: { by: string; note?: string | undefined; which?: readonly string[] },
): Promise<Hold[]> {
  const releasedAt = clock.now();
  const released = await tx
    .update(deliveryHolds)
    .set({ releasedAt, releasedBy: by, releaseNote: note ?? null })
    .where(and(isNull(deliveryHolds.releasedAt), which && inArray(deliveryHolds.id, [...which])))
    .returning();
  for (const { id, reason } of released) {
    await record(tx, releasedAt, {
      action: 'deliveries.released',
      actor: by,
      subjectId: id,
      details: { reason },
      ...(note && { reason: note }),
    });
  }
  if (released.length > 0) await announceToStaff(tx);
  return released;
}

/** Releases the holds that a member of staff has seen. 409 if others have been opened since, so that none is released unseen. */
export async function releaseSeen(
  tx: Tx,
  services: Pick<Services, 'clock'>,
  { by, note, seen }: { by: string; note: string; seen: readonly string[] },
): Promise<void> {
  const open = await openHolds(tx);
  if (open.length === 0) throw new AppError('conflict', 'Deliveries are not held');
  await requireNothingOpen(tx);
  const unseen = open.filter(({ id }) => !seen.includes(id));
  if (unseen.length > 0)
    throw new AppError('conflict', 'There is another hold now. Nothing was released.', {
      fields: { seen: unseen.map(({ message }) => message).join(' ') },
    });
  await releaseDeliveries(tx, services, { by, note, which: seen });
}

/**
 * Call it after a backup was restored. The backup itself may contain such an open hold; each restore gets a
 * hold of its own, so that whatever starts over after a restore does so after this one too.
 */
export async function holdAfterRestore(
  tx: Tx,
  services: Pick<Services, 'clock'>,
  message: string,
): Promise<void> {
  const [earlier] = (await openHolds(tx)).filter(({ reason }) => reason === 'restored');
  if (earlier)
    await releaseDeliveries(tx, services, {
      ...{ by: 'system', note: 'A backup was restored again.', which: [earlier.id] },
    });
  await holdDeliveries(tx, services, { reason: 'restored', message });
}

/** The holds on all deliveries that are open now, oldest first; normally none. */
export function openHolds(db: Queryable): Promise<Hold[]> {
  return db
    .select()
    .from(deliveryHolds)
    .where(isNull(deliveryHolds.releasedAt))
    .orderBy(deliveryHolds.heldAt);
}

/** A hold stops everything, so staff look at it first. */
const lateAfterMinutes = 60;

const reasonLabels: Record<HoldReason, string> = {
  'clock-jump': 'the clocks jumped',
  'behind-send-log': 'the database is older than what was sent',
  restored: 'a backup was restored',
  'by-hand': 'by hand',
};

/** While one is open, nothing is delivered to anybody. */
export const countHolds: CountQueue = async ({ db, clock }) => {
  const holds = await openHolds(db);
  const late = minutesAfter(clock.now(), -lateAfterMinutes);
  return {
    count: holds.length,
    oldest: holds[0]?.heldAt ?? null,
    late: holds.filter(({ heldAt }) => heldAt <= late).length,
    detail: holds.map(({ reason }) => reasonLabels[reason]).join(', ') || null,
  };
};
