import { type SQL, sql } from 'drizzle-orm';
import { type Clock, minutesAfter, secondsAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { readDatabaseTime } from '../../../../platform/database-time.ts';
import { idsOf } from '../../../../platform/sweeps.ts';
import { leaseSeconds } from '../../../outbox/messages/messages.ts';
import { longestPauseSeconds } from '../../../outbox/messages/retries/retries.ts';
import { recordAll } from '../../../system/audit/audit.ts';
import { isHeld } from '../holds/holds.ts';

const marginMinutes = 15;

/**
 * SQL on `delivery_queue`: whether it waits longer than any pause between attempts, and not because somebody
 * else changed the address. Such a time comes from a wrong clock.
 */
export function waitsTooLong(now: Date): SQL {
  const latest = minutesAfter(secondsAfter(now, longestPauseSeconds), marginMinutes).toISOString();
  return sql`(sweep_at is not null and greatest(sweep_at, attempt_after) > ${latest} and not exists (
    select from recipients r where r.id = recipient_id and r.address_waits_until >= greatest(sweep_at, attempt_after)))`;
}

interface Mended extends Record<string, unknown> {
  id: string;
  userId: string;
}

/**
 * Retries deliveries that wait too long now, or, if one is being sent, once its worker's lease would be over.
 * Does nothing while deliveries are held, since the time itself may be wrong.
 */
export async function mendWaitingTimes(
  services: Pick<Services, 'db' | 'clock' | 'log' | 'sweeps'>,
): Promise<void> {
  const { db, clock, log, sweeps } = services;
  const tooLong = waitsTooLong(await readDatabaseTime(db, clock));
  const found = await db.execute<{ id: string }>(
    sql`select id from delivery_queue where ${tooLong} and not ${isHeld}`,
  );
  const left = await sweeps.together('waiting-times', found.rows, (some) =>
    inTransaction(db, (tx) => mend(tx, clock, idsOf(some))),
  );
  const mended = found.rows.length - left;
  if (mended > 0)
    log.warn(
      { deliveries: mended },
      'a wrong clock had put deliveries off for too long: they are tried again',
    );
}

async function mend(tx: Tx, clock: Clock, ids: string[]): Promise<void> {
  const now = await readDatabaseTime(tx, clock);
  const at = sql`case status when 'sending' then ${secondsAfter(now, leaseSeconds).toISOString()}::timestamptz
      else ${now.toISOString()}::timestamptz end`;
  const { rows } = await tx.execute<Mended>(sql`
      update delivery_queue set attempt_after = ${at}, sweep_at = ${at}
      where id = any(${sql.param(ids)}::uuid[]) and ${waitsTooLong(now)} and not ${isHeld}
      returning id, user_id as "userId"`);
  await recordAll(
    tx,
    now,
    rows.map(({ id, userId }) => ({
      action: 'delivery.wait-mended',
      actor: 'system',
      userId,
      subjectId: id,
    })),
  );
}
