import { sql } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { readAgreedNow } from '../../../../platform/database-time.ts';
import { deriveId } from '../../../../platform/ids.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { enqueueMail, mayBeSentBefore } from '../../../outbox/messages/mails/mails.ts';
import { anniversaryAt, madeUpForDays } from './anniversary.ts';
import { mayBeWritten } from './may-be-written.ts';

export { mayBeWritten };

const perSweep = 500;
/** Covers the zones furthest from UTC, and years of different lengths. */
const marginDays = 2;
const mostYears = 120;

interface Candidate extends Record<string, unknown> {
  id: string;
  createdAt: string;
  timezone: string;
  /** How many years the account has existed. */
  years: number;
}

/**
 * Writes the yearly mail to owners whose account has an anniversary. The outbox accepts one per account and year,
 * and keeps it for longer than it is still sent after an outage. The day is decided by the database's clock.
 */
export async function sweepYearlyMails(services: Services): Promise<void> {
  const { db, clock, sweeps } = services;
  const now = await readAgreedNow(db, clock);
  if (!now) return;
  const at = sql`${now.toISOString()}::timestamptz`;
  // An index finds accounts created about this many years ago.
  const { rows } = await db.execute<Candidate>(sql`
    select ${users.id} as id, ${users.createdAt} as "createdAt", ${users.timezone} as timezone, y as years
    from generate_series(1, ${mostYears}::int) y
    join ${users} on ${users.createdAt} > ${at} - make_interval(years => y, days => ${madeUpForDays + marginDays})
      and ${users.createdAt} < ${at} - make_interval(years => y) + make_interval(days => ${marginDays})
    where ${mayBeWritten(services)} and not exists (
      select from outbox_mails m where m.dedupe_key = 'yearly-mail:' || ${users.id} || ':' || y)`);
  const putOff = new Set(sweeps.putOff('yearly-mails'));
  const due = rows.filter(
    ({ id, createdAt, timezone, years }) =>
      !putOff.has(id) && anniversaryAt({ createdAt: new Date(createdAt), timezone }, now) === years,
  );
  await sweeps.each('yearly-mails', due.slice(0, perSweep), ({ id, years }) =>
    inTransaction(db, async (tx) => {
      const key = `yearly-mail:${id}:${years}`;
      await enqueueMail(tx, services, {
        ...{ id: deriveId(key), kind: 'yearly-mail', userId: id, dedupeKey: key },
        details: { years: String(years) },
        mayBeSentSince: mayBeSentBefore(now),
      });
    }),
  );
}
