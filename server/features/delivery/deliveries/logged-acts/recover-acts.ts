import { and, asc, eq, gt, isNull, notInArray, or, sql } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import type { ActEntry } from '../../../outbox/messages/send-log/send-log.ts';
import { record } from '../../../system/audit/audit.ts';
import { announceToStaff } from '../../../system/changes/changes.ts';
import { holdDeliveries, openHolds } from '../holds/holds.ts';
import { type LoggedAct, loggedActs } from './logged-acts.table.ts';
import { type ActEffects, isOpen } from './logged-acts.ts';

const sweep = 'recovered-acts';
const perStatement = 500;
const perSweep = 200;

/**
 * Records acts that are in the log and not in the database as open acts. One whose transaction is still being
 * committed is waited for, and is then known.
 */
export async function recoverActs(services: Services, entries: readonly ActEntry[]): Promise<void> {
  const recoveredAt = services.clock.now();
  const rows = entries.map(({ act, kind, said, owner, subject, about, at }) => ({
    ...{ id: act, kind, said, at: new Date(at), recoveredAt },
    ...{ ownerId: owner, subjectId: subject, aboutId: about },
  }));
  for (let from = 0; from < rows.length; from += perStatement) {
    const some = rows.slice(from, from + perStatement);
    await services.db.insert(loggedActs).values(some).onConflictDoNothing();
  }
}

/**
 * Called before each sweep of deliveries: makes open acts take effect here, or finds that staff have settled
 * them. While one is open, all deliveries are held.
 */
export async function settleActs(services: Services, effects: ActEffects): Promise<void> {
  const { db, sweeps } = services;
  const acts = await db
    .select({ id: loggedActs.id })
    .from(loggedActs)
    .where(and(isOpen, notInArray(loggedActs.id, sweeps.putOff(sweep))))
    .orderBy(asc(loggedActs.at), asc(loggedActs.id))
    .limit(perSweep);
  await sweeps.each(sweep, acts, ({ id }) => inTransaction(db, (tx) => settleAct(tx, services, effects, id)));
  if (acts.length > 0) await inTransaction(db, (tx) => holdWhileOpen(tx, services));
}

async function settleAct(tx: Tx, services: Services, effects: ActEffects, id: string): Promise<void> {
  const [act] = await tx
    .select()
    .from(loggedActs)
    .where(and(eq(loggedActs.id, id), isOpen))
    .for('update');
  if (!act) return;
  const isOver = await isOverruled(tx, act);
  if (!isOver && !(await effects[act.kind](tx, services, act))) return;
  const now = services.clock.now();
  await tx
    .update(loggedActs)
    .set({ settledAt: now, settledBy: isOver ? 'a later act' : 'system' })
    .where(eq(loggedActs.id, id));
  await announceToStaff(tx);
  if (isOver) return;
  const { kind, said, ownerId, subjectId } = act;
  await record(tx, now, {
    ...{ action: 'deliveries.act-recovered', actor: 'system', userId: ownerId, subjectId },
    details: { kind, said },
  });
}

/** Whether somebody has since said anything about the same matter, even the same again. */
async function isOverruled(tx: Tx, { id, kind, subjectId, aboutId, at }: LoggedAct): Promise<boolean> {
  const isLater = or(
    gt(loggedActs.at, at),
    and(eq(loggedActs.at, at), or(isNull(loggedActs.recoveredAt), gt(loggedActs.id, id))),
  );
  const isSame = and(
    eq(loggedActs.kind, kind),
    eq(loggedActs.subjectId, subjectId),
    kind === 'guardian' || kind === 'disowning'
      ? sql`${loggedActs.aboutId} is not distinct from ${aboutId}`
      : undefined,
  );
  return (await tx.$count(loggedActs, and(isSame, isLater))) > 0;
}

async function holdWhileOpen(tx: Tx, services: Services): Promise<void> {
  const count = await tx.$count(loggedActs, isOpen);
  if (count === 0 || (await openHolds(tx)).length > 0) return;
  const message =
    'This database does not know of something that was done after it was saved. It is listed here. Deliveries can be released once it has been done again.';
  await holdDeliveries(tx, services, { reason: 'behind-send-log', message });
  services.log.error({ count }, message);
}
