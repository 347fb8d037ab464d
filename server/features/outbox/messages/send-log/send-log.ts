import { dayOf, wholeDaysAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import { latestNow } from '../../../../platform/database-time.ts';
import {
  type ActEntry,
  type DeliveryEntry,
  type NewEntry,
  parse,
  type ReturnedEntry,
  type SendLogEntry,
} from './entries.ts';

// What was sent, what came back, and what people said that must not be forgotten, written outside the
// database: a database restored from a backup does not know what happened since, and a worker that was killed
// could not record it. Ids only, so that it need not change when an account is erased.

export type { ActEntry, DeliveryEntry, NewEntry, ReturnedEntry };

/** Call it before anything in `entries` is sent. Rejects if it cannot be written: then nothing may be sent. */
export async function logSending(services: Log, entries: readonly NewEntry[]): Promise<void> {
  if (entries.length > 0) await append(services, 'sending', entries, { durable: true });
}

/** Call it as soon as a message was accepted, before anything else. Never rejects: it was sent, whether or not that can be written. */
export async function logAccepted(
  services: Log & Pick<Services, 'log'>,
  entries: readonly NewEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  await append(services, 'accepted', entries, { durable: false }).catch((error) =>
    services.log.error({ err: error, entries }, 'the send log cannot be written'),
  );
}

/** Call it before a delivery counts as returned. Rejects if it cannot be written: then whoever reported it has to report it again. */
export function logReturned(services: Log, entry: Omit<ReturnedEntry, 'at' | 'event'>): Promise<void> {
  return append(services, 'returned', [entry], { durable: true });
}

/** Call it in the transaction of the acts, before they count. Rejects if they cannot be written. */
export function logActs(services: Log, entries: readonly Omit<ActEntry, 'event'>[]): Promise<void> {
  return append(services, 'act', entries, { durable: true });
}

type Log = Pick<Services, 'sendLog' | 'clock'>;

function append(
  { sendLog, clock }: Log,
  event: SendLogEntry['event'],
  entries: readonly (NewEntry | Omit<ReturnedEntry, 'at' | 'event'> | Omit<ActEntry, 'event'>)[],
  options: { durable: boolean },
): Promise<void> {
  const now = clock.now();
  const lines = entries.map((entry) => JSON.stringify({ at: now, event, ...entry }));
  return sendLog.append(now, lines, options);
}

/** Everything that was logged on a day, without lines that a crash cut off. */
export async function* entriesOn(
  { sendLog }: Pick<Services, 'sendLog'>,
  day: string,
): AsyncIterable<SendLogEntry> {
  for await (const line of sendLog.read(day)) {
    const entry = parse(line);
    if (entry) yield entry;
  }
}

/** Everything that was logged from the day of an instant until now, also by a process that has begun the next day already. */
export async function* entriesSince(services: Log, since: Date): AsyncIterable<SendLogEntry> {
  const last = dayOf(latestNow(services.clock.now()));
  for (let at = since; dayOf(at) <= last; at = wholeDaysAfter(at, 1)) yield* entriesOn(services, dayOf(at));
}

/** What the send log says about a row: it may have left, or it certainly has. */
export interface Trace {
  acceptedAt: Date | undefined;
}

/**
 * What the send log says about rows since the given times, by their ids: whether a worker that died, or never
 * got the answer, had begun to send them. Called before anything is sent again.
 */
export async function findTraces(
  services: Log,
  since: ReadonlyMap<string, Date>,
): Promise<Map<string, Trace>> {
  const found = new Map<string, Trace>();
  if (since.size === 0) return found;
  const first = new Date(Math.min(...[...since.values()].map(Number)));
  for await (const entry of entriesSince(services, first)) {
    if (entry.event === 'returned' || entry.event === 'act') continue;
    const id = 'mail' in entry ? entry.mail : entry.delivery;
    const from = since.get(id);
    const at = new Date(entry.at);
    if (!from || at < from || found.get(id)?.acceptedAt) continue;
    found.set(id, { acceptedAt: entry.event === 'accepted' ? at : undefined });
  }
  return found;
}
