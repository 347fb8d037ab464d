import { z } from 'zod';
import { dayOf } from '../../../platform/append-log/append-log.ts';
import type { Services } from '../../../platform/context.ts';
import type { ClaimedDelivery } from './claim.ts';

// What was sent, written outside the database: a database that was restored from a backup does not know of the mails sent
// since, and a worker that was killed could not record them. Ids only, so that erasing an account need not change it.

const Entry = z.object({
  at: z.iso.datetime(),
  /** `sending`: is about to leave. `accepted`: the mail server, or the text message provider, has it. */
  event: z.enum(['sending', 'accepted']),
  delivery: z.uuid(),
  attempt: z.int().positive(),
  schedule: z.uuid(),
  recipient: z.uuid().nullable(),
});
export type SendLogEntry = z.output<typeof Entry>;

type Log = Pick<Services, 'sendLog' | 'clock'>;

/** To be called before any of `claims` is sent. Rejects if it cannot be written: then nothing may be sent. */
export async function logSending(services: Log, claims: readonly ClaimedDelivery[]): Promise<void> {
  if (claims.length > 0) await append(services, 'sending', claims, { durable: true });
}

/** To be called as soon as a mail was accepted, before anything else is done. */
export function logAccepted(services: Log, claim: ClaimedDelivery): Promise<void> {
  return append(services, 'accepted', [claim], { durable: false });
}

function append(
  { sendLog, clock }: Log,
  event: SendLogEntry['event'],
  claims: readonly ClaimedDelivery[],
  options: { durable: boolean },
): Promise<void> {
  const now = clock.now();
  const at = now.toISOString();
  const lines = claims.map(({ id, attempt, scheduleId, recipientId }) => {
    const entry: SendLogEntry = {
      at,
      event,
      delivery: id,
      attempt,
      schedule: scheduleId,
      recipient: recipientId,
    };
    return JSON.stringify(entry);
  });
  return sendLog.append(now, lines, options);
}

/** Every acceptance that was logged on a day. A line that a crash cut off is left out. */
export async function* acceptedOn(
  { sendLog }: Pick<Services, 'sendLog'>,
  day: string,
): AsyncIterable<SendLogEntry> {
  for await (const line of sendLog.read(day)) {
    const entry = parse(line);
    if (entry?.event === 'accepted') yield entry;
  }
}

function parse(line: string): SendLogEntry | undefined {
  try {
    return Entry.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}

/**
 * When the mails of attempts that nobody recorded were accepted, by the id of the delivery: their worker was killed in
 * between. Asked before a delivery is sent again.
 */
export async function findAccepted(
  services: Log,
  claims: readonly ClaimedDelivery[],
): Promise<Map<string, Date>> {
  const since = new Map(claims.flatMap(({ id, unknownSince }) => (unknownSince ? [[id, unknownSince]] : [])));
  const found = new Map<string, Date>();
  if (since.size === 0) return found;
  const first = new Date(Math.min(...[...since.values()].map(Number)));
  for (const day of daysBetween(first, services.clock.now())) {
    for await (const { delivery, at } of acceptedOn(services, day)) {
      const from = since.get(delivery);
      if (from && new Date(at) >= from) found.set(delivery, new Date(at));
    }
  }
  return found;
}

const dayMilliseconds = 24 * 60 * 60 * 1000;

function daysBetween(first: Date, last: Date): string[] {
  const days: string[] = [];
  for (let time = Date.parse(dayOf(first)); time <= last.getTime(); time += dayMilliseconds) {
    days.push(dayOf(new Date(time)));
  }
  return days;
}
