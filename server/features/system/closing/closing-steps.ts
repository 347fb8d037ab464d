import { eq, isNull } from 'drizzle-orm';
import { dayOf } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { readDatabaseTime } from '../../../platform/database-time.ts';
import { OperatorError, requireFound } from '../../../platform/errors.ts';
import { dayMonthsAfter } from '../../../platform/local-time.ts';
import { record } from '../audit/audit.ts';
import { type ClosingRow, closings } from './closing.table.ts';
import { requireClosingAct } from './closing-state.ts';
import { readClosing } from './read-closing.ts';

type Deps = Pick<Services, 'clock' | 'config'>;

/** The earliest last day of the service that may be announced at `now`. */
export function firstLastDay({ config }: Pick<Services, 'config'>, now: Date): string {
  return dayMonthsAfter(dayOf(now), config.closing.noticeMonths);
}

/** Throws if `lastDay` is sooner than we promised, or if an end is already announced. */
export async function requireAnnounceable(tx: Tx, services: Deps, lastDay: string): Promise<Date> {
  const now = await readDatabaseTime(tx, services.clock);
  requireClosingAct('announce', await readClosing(tx), dayOf(now));
  const first = firstLastDay(services, now);
  if (lastDay < first)
    throw new OperatorError(
      `We promised to say so ${services.config.closing.noticeMonths} months ahead: the first possible day is ${first}.`,
    );
  return now;
}

/** Announces that the service closes at the end of `lastDay`. */
export async function announceClosing(
  tx: Tx,
  services: Deps,
  { lastDay, by }: { lastDay: string; by: string },
): Promise<ClosingRow> {
  const announcedAt = await requireAnnounceable(tx, services, lastDay);
  const [row] = await tx.insert(closings).values({ announcedAt, announcedBy: by, lastDay }).returning();
  const closing = requireFound(row);
  await record(tx, announcedAt, {
    action: 'closing.announced',
    actor: by,
    subjectId: closing.id,
    details: { lastDay },
  });
  return closing;
}

/** Withdraws the announcement: the service goes on. */
export async function withdrawClosing(tx: Tx, services: Deps, by: string): Promise<ClosingRow> {
  const { closing, now } = await requireInForce(tx, services, 'withdraw');
  await tx.update(closings).set({ withdrawnAt: now }).where(eq(closings.id, closing.id));
  await record(tx, now, { action: 'closing.withdrawn', actor: by, subjectId: closing.id });
  return closing;
}

/** The closing that can be completed now. Throws before its last day. */
export async function requireClosable(tx: Tx, services: Deps): Promise<ClosingRow> {
  return (await requireInForce(tx, services, 'close')).closing;
}

/** Records that the service is closed. */
export async function completeClosing(
  tx: Tx,
  services: Deps,
  { by, linksUntil }: { by: string; linksUntil: string },
): Promise<void> {
  const { closing, now } = await requireInForce(tx, services, 'close');
  await tx.update(closings).set({ closedAt: now, linksUntil }).where(eq(closings.id, closing.id));
  await record(tx, now, {
    action: 'closing.completed',
    actor: by,
    subjectId: closing.id,
    details: { linksUntil },
  });
}

async function requireInForce(tx: Tx, { clock }: Pick<Services, 'clock'>, act: 'withdraw' | 'close') {
  const now = await readDatabaseTime(tx, clock);
  const [closing] = await tx.select().from(closings).where(isNull(closings.withdrawnAt)).for('update');
  requireClosingAct(act, closing, dayOf(now));
  return { closing: requireFound(closing), now };
}
