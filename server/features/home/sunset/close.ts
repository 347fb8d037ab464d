import { and, count, inArray, isNull, sql } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Queryable } from '../../../platform/database.ts';
import { OperatorError } from '../../../platform/errors.ts';
import { dayMonthsAfter } from '../../../platform/local-time.ts';
import { deathReports } from '../../after-death/death-cases/death-reports/death-reports.table.ts';
import { deliveryQueue } from '../../delivery/deliveries/deliveries.table.ts';
import { holdDeliveries } from '../../delivery/deliveries/holds/holds.ts';
import { completeClosing, requireClosable } from '../../system/closing/closing.ts';
import { readOutlook } from './outlook.ts';
import { listLeftForLater } from './settle-hand-overs.ts';
import { type WrittenSite, writeSite } from './static-site/write-site.ts';

interface Closing {
  /** The folder for the static files. */
  to: string;
  by: string;
  /** Closes even though something that was due is still open. */
  leaveOpen: boolean;
}

/**
 * Closes the service: writes what was given as static files, and holds all deliveries. Throws before the last day, and if
 * something that was due is still open, unless `leaveOpen` is set. If it is killed, another run continues where it stopped.
 */
export async function close(services: Services, { to, by, leaveOpen }: Closing): Promise<WrittenSite> {
  const { db, config } = services;
  const { id, lastDay } = await inTransaction(db, (tx) => requireClosable(tx, services));
  const open = await listOpen(db, lastDay);
  if (open.length > 0 && !leaveOpen)
    throw new OperatorError(
      `Something that was due is still open:\n${open.map((line) => `  - ${line}`).join('\n')}\nWith --leave-open it stays so.`,
    );
  const linksUntil = dayMonthsAfter(lastDay, config.closing.linkYears * 12);
  const written = await writeSite(services, to, id, { lastDay, linksUntil });
  await inTransaction(db, async (tx) => {
    await completeClosing(tx, services, { by, linksUntil });
    await holdDeliveries(tx, services, { reason: 'by-hand', message: 'The service has closed', by });
  });
  return written;
}

const undecided = ['awaiting_proof', 'in_review', 'objection_window'] as const;

/** What was due by the last day and has not been completed, a line for each kind. */
async function listOpen(db: Queryable, lastDay: string): Promise<string[]> {
  const { status, waitingReason, releaseRevokedAt } = deliveryQueue;
  const [outlook, left, deliveries, reports] = [
    await readOutlook(db, lastDay),
    (await listLeftForLater(db, lastDay)).flatMap(({ scheduleIds }) => scheduleIds).length,
    await db
      .select({ status, waitingReason, count: count() })
      .from(deliveryQueue)
      .where(and(sql`${status} <> 'delivered'`, isNull(releaseRevokedAt)))
      .groupBy(status, waitingReason)
      .orderBy(status, waitingReason),
    await db.$count(deathReports, inArray(deathReports.state, [...undecided])),
  ];
  return [
    ...(outlook.before > 0 ? [`Schedules up to the last day that have not begun: ${outlook.before}`] : []),
    ...(left > 0 ? [`Left for later by owners who have died, and not handed over: ${left}`] : []),
    ...deliveries.map((row) => `Deliveries that are ${row.waitingReason ?? row.status}: ${row.count}`),
    ...(reports > 0 ? [`Reports of a death that are not decided: ${reports}`] : []),
  ];
}
