import { and, asc, eq, isNull, not, notInArray, sql } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { type BounceReport, readBounceReports } from '../../../../platform/mail/bounce-report.ts';
import { findReturnPath, type ReturnPathOf } from '../../../../platform/mail/return-path.ts';
import { noteReturnedMail } from '../../../outbox/messages/mails/mails.ts';
import { logReturned, type ReturnedEntry } from '../../../outbox/messages/send-log/send-log.ts';
import { record } from '../../../system/audit/audit.ts';
import { type DeliveryRow, deliveryQueue } from '../deliveries.table.ts';
import { entryOf } from '../state/steps.ts';
import { applyBounce, isBeingSent, isUnderWay } from './apply-bounce.ts';
import { type BounceRow, bounces } from './bounces.table.ts';

/** Which attempt came back, and the mail system's reports about it. */
export interface ReceivedBounce {
  of: ReturnPathOf;
  reports: readonly BounceReport[];
}

/**
 * Reads a raw message that arrived at a return path. Undefined if it reports nothing, is about nothing that
 * we signed, or cannot be read; the last is logged, and has no other effect.
 */
export async function readBounce(
  { appSecret, log }: Services,
  raw: Buffer,
  source: Record<string, unknown>,
): Promise<ReceivedBounce | undefined> {
  const of = findReturnPath(appSecret, raw.toString('latin1'));
  if (!of) {
    log.info(source, 'a message came back that names no message of ours');
    return undefined;
  }
  const about = { ...source, about: `${of.kind}.${of.id}`, attempt: of.attempt };
  try {
    const reports = await readBounceReports(raw);
    if (reports.length === 0) log.info(about, 'a message arrived at a return path and reports nothing');
    return reports.length > 0 ? { of, reports } : undefined;
  } catch (err) {
    log.warn({ err, ...about }, 'a message arrived at a return path and cannot be read');
    return undefined;
  }
}

/** Records a bounce. A repeated one changes nothing, nor does one about an address that the mail was not sent to. */
export async function receiveBounce(
  tx: Tx,
  services: Services,
  { of, reports }: ReceivedBounce,
): Promise<void> {
  if (of.kind === 'mail') return noteReturnedMail(tx, of.id, reports);
  const delivery = await findReturned(tx, services, of, reports);
  if (!delivery) return;
  const report =
    reports.find(({ addresses }) => isAbout(addresses, delivery)) ?? earlyReport(of, delivery, reports);
  if (!report) {
    services.log.info(
      { deliveryId: of.id, attempt: of.attempt },
      'a mail came back from another address than it was sent to',
    );
    return;
  }
  const { kind, addresses, status, reply } = report;
  const bounce = await insertBounce(tx, {
    ...{ deliveryId: of.id, attempt: of.attempt, kind },
    ...{ addresses: [...addresses], status, reply, receivedAt: services.clock.now() },
  });
  if (!bounce) return;
  if (kind === 'hard') await logReturned(services, { delivery: of.id, attempt: of.attempt, status });
  await settle(tx, services, bounce);
}

/** What is reported about the attempt being made: where it went is in the row once its outcome is recorded. */
function earlyReport(
  { attempt }: ReturnPathOf,
  delivery: DeliveryRow,
  reports: readonly BounceReport[],
): BounceReport | undefined {
  if (!isBeingSent(delivery) || attempt !== delivery.attemptCount) return undefined;
  return reports.find(({ kind }) => kind === 'hard') ?? reports[0];
}

/**
 * The delivery that came back. A database restored from a backup may not know it until a worker has caught up
 * with the send log. The bounce is logged there first, so that the worker finds it when it catches up.
 */
async function findReturned(
  tx: Tx,
  services: Services,
  { id, attempt }: ReturnPathOf,
  reports: readonly BounceReport[],
): Promise<DeliveryRow | undefined> {
  const known = await findDelivery(tx, id);
  const hard = reports.find(({ kind }) => kind === 'hard');
  if (known || !hard) return known;
  await logReturned(services, { delivery: id, attempt, status: hard.status });
  return findDelivery(tx, id);
}

/** Applies bounces that the send log knows about and the database, restored from an earlier backup, does not. */
export async function recordReturned(
  tx: Tx,
  services: Services,
  { delivery: deliveryId, attempt, at, status }: ReturnedEntry,
): Promise<void> {
  const delivery = await findDelivery(tx, deliveryId);
  if (!delivery?.sentTo) return;
  const reply = `It came back, as the send log says${status ? ` (${status})` : ''}`;
  const bounce = await insertBounce(tx, {
    ...{ deliveryId, attempt, kind: 'hard' },
    ...{ addresses: [delivery.sentTo.toLowerCase()], status, reply, receivedAt: new Date(at) },
  });
  if (bounce) await settle(tx, services, bounce);
}

async function findDelivery(tx: Tx, id: string): Promise<DeliveryRow | undefined> {
  const [delivery] = await tx.select().from(deliveryQueue).where(eq(deliveryQueue.id, id));
  return delivery;
}

/** Undefined if a bounce of this attempt was already recorded. */
async function insertBounce(tx: Tx, bounce: typeof bounces.$inferInsert): Promise<BounceRow | undefined> {
  const [inserted] = await tx.insert(bounces).values(bounce).onConflictDoNothing().returning();
  return inserted;
}

const perSweep = 200;

/** Timer: applies bounces that came before the outcome of their attempt was recorded. */
export async function settleBounces(services: Services): Promise<void> {
  const { db, sweeps } = services;
  const found = await db
    .select({ id: bounces.id })
    .from(bounces)
    .innerJoin(deliveryQueue, eq(deliveryQueue.id, bounces.deliveryId))
    .where(
      and(
        isNull(bounces.settledAt),
        not(sql`${isUnderWay}`),
        notInArray(bounces.id, sweeps.putOff('bounces')),
      ),
    )
    .orderBy(asc(bounces.receivedAt), asc(bounces.id))
    .limit(perSweep);
  await sweeps.each('bounces', found, ({ id }) =>
    inTransaction(db, async (tx) => {
      const [bounce] = await tx
        .select()
        .from(bounces)
        .where(and(eq(bounces.id, id), isNull(bounces.settledAt)))
        .for('update');
      if (bounce) await settle(tx, services, bounce);
    }),
  );
}

async function settle(tx: Tx, services: Services, bounce: BounceRow): Promise<void> {
  const { deliveryId, attempt, status, reply: message } = bounce;
  const delivery = await findDelivery(tx, deliveryId);
  if (!delivery || isBeingSent(delivery)) return;
  const now = services.clock.now();
  const isItsMail = isAbout(bounce.addresses ?? [], delivery);
  if (isItsMail && bounce.kind === 'soft') {
    const details = { attempt, status };
    await record(tx, now, entryOf(delivery, 'delivery.delay-reported', 'system', details));
  } else if (isItsMail) {
    const effect = await applyBounce(tx, services, { deliveryId, address: delivery.sentTo ?? '', message });
    if (effect === 'too-early') return;
  }
  await tx.update(bounces).set({ settledAt: now, addresses: null }).where(eq(bounces.id, bounce.id));
}

/**
 * Whether the mail of this delivery came back, rather than a copy that somebody forwarded. The send log contains no addresses:
 * a delivery recorded from it may have gone to one that this restored database does not know, so any bounce of it counts.
 */
function isAbout(addresses: readonly string[], { sentTo, status, claimId }: DeliveryRow): boolean {
  const isFromSendLog = status === 'delivered' && claimId === null;
  return isFromSendLog || (sentTo !== null && addresses.includes(sentTo.toLowerCase()));
}
