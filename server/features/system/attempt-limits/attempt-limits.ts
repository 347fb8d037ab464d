import { and, gt, inArray, lt, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { Address6 } from 'ip-address';
import { z } from 'zod';
import type { Services } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { deriveToken } from '../../../platform/random.ts';
import { idsOf } from '../../../platform/sweeps.ts';
import { attemptCounts } from './attempt-limits.table.ts';

const perSweep = 5_000;
const longestMinutes = 24 * 60;

export interface AttemptLimit {
  /** Routes that name the same limit share its count. */
  name: string;
  max: number;
  /** At most a day. */
  minutes: number;
  /** Whose attempts are counted; a request without a key is not. Runs after validation. */
  keyOf: (request: FastifyRequest) => string | undefined;
}

/**
 * Counts requests in the database, for all processes together, and throws 429 above any of the limits. For routes where
 * strangers could gain something by guessing; routes that only cost time are limited per process with
 * `config.rateLimit`. Use it as a pre-handler, or call it from the handler. Requests are counted even if rate limits
 * are off, so that benchmarks measure the real cost.
 */
export function limitAttempts(...limits: AttemptLimit[]): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    const { services } = request.server;
    const waitSeconds = await countAttempts(services, limits, request);
    if (waitSeconds > 0 && services.config.rateLimits) throw tooManyAttempts(waitSeconds);
  };
}

/** The address that a request comes from; for IPv6 its /64, which is what one customer gets. */
export function addressOf({ ip }: Pick<FastifyRequest, 'ip'>): string {
  return ip.includes(':') ? new Address6(`${ip}/64`).startAddress().correctForm() : ip;
}

const LinkParams = z.object({ token: z.string() });

/** Hourly limits for what a link in a message allows without signing in: per link, and per address. */
export function limitsOfLink(name: string, max: { link: number; address: number }): AttemptLimit[] {
  const minutes = 60;
  return [
    { name, max: max.link, minutes, keyOf: ({ params }) => LinkParams.safeParse(params).data?.token },
    { name: `${name} from`, max: max.address, minutes, keyOf: addressOf },
  ];
}

/** The same limit for @fastify/rate-limit, which counts in this process before anything else is done. */
export function perProcess({ max, minutes }: Omit<AttemptLimit, 'keyOf'>) {
  return { max, timeWindow: minutes * 60_000 };
}

/** 429 with `Retry-After`. */
export function tooManyAttempts(waitSeconds: number): AppError {
  const minutes = Math.ceil(waitSeconds / 60);
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return new AppError('too_many_requests', `Too many tries. Please wait ${wait} and try again.`, {
    retryAfterSeconds: waitSeconds,
  });
}

/** Deletes counts whose window has ended, or ends later than any can: the database's clock was wrong then. */
export async function deleteOldAttemptCounts({
  db,
  clock,
  sweeps,
}: Pick<Services, 'db' | 'clock' | 'sweeps'>): Promise<void> {
  const { key, windowEndsAt } = attemptCounts;
  const now = clock.databaseNow();
  const isOld = or(lt(windowEndsAt, now), gt(windowEndsAt, endOfWindow(now, longestMinutes)));
  const old = await db
    .select({ id: key })
    .from(attemptCounts)
    .where(and(isOld, notInArray(key, sweeps.putOff('attempt-counts'))))
    .limit(perSweep);
  await sweeps.together('attempt-counts', old, (some) =>
    db.delete(attemptCounts).where(and(isOld, inArray(key, idsOf(some)))),
  );
}

function endOfWindow(from: SQL, minutes: number): SQL {
  return sql`${from} + make_interval(mins => ${minutes})`;
}

/** How many seconds to wait; 0 while no limit is exceeded. */
async function countAttempts(
  { db, clock, appSecret }: Services,
  limits: readonly AttemptLimit[],
  request: FastifyRequest,
): Promise<number> {
  const counted = limits.flatMap(({ name, max, minutes, keyOf }) => {
    const key = keyOf(request);
    return key === undefined ? [] : [{ key: deriveToken(appSecret, `tries:${name}`, key), max, minutes }];
  });
  if (counted.length === 0) return 0;
  const rows = await upsert(db, clock.databaseNow(), counted);
  const waits = rows.map(({ key, tries, waitSeconds }) => {
    const max = counted.find((each) => each.key === key)?.max ?? 0;
    return tries > max ? waitSeconds : 0;
  });
  return Math.max(...waits);
}

interface Counted {
  key: string;
  minutes: number;
}

/**
 * Counts an attempt for each key, starting a new window if the last one has ended. Goes by the database's clock, so that
 * nobody can start over at a process whose clock is ahead; no window is longer than from now, even if that clock was
 * wrong before. Locks rows in the order of the keys.
 */
function upsert(db: Database, now: SQL, counted: readonly Counted[]) {
  const { key, tries, windowEndsAt } = attemptCounts;
  const hasEnded = sql`${windowEndsAt} <= ${now}`;
  const sorted = counted.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const seconds = sql<number>`ceil(extract(epoch from ${windowEndsAt} - ${now}))::int`;
  return db
    .insert(attemptCounts)
    .values(sorted.map((one) => ({ key: one.key, tries: 1, windowEndsAt: endOfWindow(now, one.minutes) })))
    .onConflictDoUpdate({
      target: key,
      set: {
        tries: sql`case when ${hasEnded} then 1 else ${tries} + 1 end`,
        windowEndsAt: sql`case when ${hasEnded} then excluded.window_ends_at
          else least(${windowEndsAt}, excluded.window_ends_at) end`,
      },
    })
    .returning({ key, tries, waitSeconds: seconds });
}
