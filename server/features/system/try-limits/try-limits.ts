import { lt, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { Address6 } from 'ip-address';
import { minutesAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import { type Database, preparedOnce } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { deriveToken } from '../../../platform/random.ts';
import { tryCounts } from './try-limits.table.ts';

export interface TryLimit {
  /** Routes that name the same limit share its count. */
  name: string;
  max: number;
  minutes: number;
  /** Whose tries are counted; a request without a key is not. Runs after validation. */
  keyOf: (request: FastifyRequest) => string | undefined;
}

/**
 * Counts requests in the database, for all processes together, and answers 429 above any of the limits. For what a stranger
 * gains something by trying often; routes that only cost time limit each process with `config.rateLimit`.
 * A pre-handler, or to be called by the handler. Where rate limits are off they are counted all the same, so that benchmarks measure what people get.
 */
export function limitTries(...limits: TryLimit[]): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    const { services } = request.server;
    const waitSeconds = await countTries(services, limits, request);
    if (waitSeconds > 0 && services.config.rateLimits) throw tooManyTries(waitSeconds);
  };
}

/** The address that a request comes from; of IPv6 its /64, which is what one customer gets. */
export function addressOf({ ip }: Pick<FastifyRequest, 'ip'>): string {
  return ip.includes(':') ? new Address6(`${ip}/64`).startAddress().correctForm() : ip;
}

/** The same limit for @fastify/rate-limit, which counts in this process before anything else is done. */
export function perProcess({ max, minutes }: Omit<TryLimit, 'keyOf'>) {
  return { max, timeWindow: minutes * 60_000 };
}

/** 429 with `Retry-After`. */
export function tooManyTries(waitSeconds: number): AppError {
  const minutes = Math.ceil(waitSeconds / 60);
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return new AppError('too_many_requests', `Too many tries. Please wait ${wait} and try again.`, {
    retryAfterSeconds: waitSeconds,
  });
}

/** Forgets what counts no longer. */
export async function forgetTries({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await db.delete(tryCounts).where(lt(tryCounts.windowEndsAt, clock.now()));
}

/** How many seconds to wait; 0 while no limit is exceeded. */
async function countTries(
  { db, clock, appSecret }: Services,
  limits: readonly TryLimit[],
  request: FastifyRequest,
): Promise<number> {
  const now = clock.now();
  const counted = limits.flatMap(({ name, max, minutes, keyOf }) => {
    const key = keyOf(request);
    if (key === undefined) return [];
    return [
      { key: deriveToken(appSecret, `tries:${name}`, key), max, windowEndsAt: minutesAfter(now, minutes) },
    ];
  });
  if (counted.length === 0) return 0;
  const rows = await upsert(db, now, counted);
  const waits = rows.map(({ key, tries, windowEndsAt }) => {
    const max = counted.find((each) => each.key === key)?.max ?? 0;
    return tries > max ? Math.ceil((windowEndsAt.getTime() - now.getTime()) / 1000) : 0;
  });
  return Math.max(...waits);
}

interface Counted {
  key: string;
  windowEndsAt: Date;
}

/** Adds a try to each key, or begins a new window where the last one has ended. Locks in the order of the keys. */
function upsert(db: Database, now: Date, counted: readonly Counted[]) {
  const sorted = counted.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const values = sorted.flatMap(({ key, windowEndsAt }, index) => [
    [`key${index}`, key],
    [`windowEndsAt${index}`, windowEndsAt],
  ]);
  const statement = statements(db)(counted.length);
  return statement.execute({ now: now.toISOString(), ...Object.fromEntries(values) });
}

/** By the number of keys, each prepared once: every sign-in waits for this one. */
const statements = preparedOnce((db) => {
  const prepared = new Map<number, ReturnType<typeof prepareUpsert>>();
  return (keys: number) => {
    const statement = prepared.get(keys) ?? prepareUpsert(db, keys);
    prepared.set(keys, statement);
    return statement;
  };
});

function prepareUpsert(db: Database, keys: number) {
  const hasEnded = sql`${tryCounts.windowEndsAt} <= ${sql.placeholder('now')}`;
  const rows = Array.from({ length: keys }, (_, index) => ({
    key: sql.placeholder(`key${index}`),
    tries: 1,
    windowEndsAt: sql.placeholder(`windowEndsAt${index}`),
  }));
  return db
    .insert(tryCounts)
    .values(rows)
    .onConflictDoUpdate({
      target: tryCounts.key,
      set: {
        tries: sql`case when ${hasEnded} then 1 else ${tryCounts.tries} + 1 end`,
        windowEndsAt: sql`case when ${hasEnded} then excluded.window_ends_at else ${tryCounts.windowEndsAt} end`,
      },
    })
    .returning()
    .prepare(`count_tries_${keys}`);
}
