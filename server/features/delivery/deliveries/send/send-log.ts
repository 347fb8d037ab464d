import type { Services } from '../../../../platform/context.ts';
import * as sendLog from '../../../outbox/mails/send-log/send-log.ts';
import type { ClaimedDelivery } from './claim.ts';

type Log = Pick<Services, 'sendLog' | 'clock' | 'log'>;

/** To be called before any of `claims` is sent. Rejects if it cannot be written: then nothing may be sent. */
export function logSending(services: Log, claims: readonly ClaimedDelivery[]): Promise<void> {
  return sendLog.logSending(services, claims.map(entryOf));
}

/** To be called as soon as a mail was accepted, before anything else is done. Never rejects. */
export function logAccepted(services: Log, claim: ClaimedDelivery): Promise<void> {
  return sendLog.logAccepted(services, [entryOf(claim)]);
}

function entryOf({ id, attempt, scheduleId, recipientId }: ClaimedDelivery) {
  return { delivery: id, attempt, schedule: scheduleId, recipient: recipientId };
}

/** Every delivery that was accepted on a day. */
export async function* acceptedOn(
  services: Pick<Services, 'sendLog'>,
  day: string,
): AsyncIterable<sendLog.DeliveryEntry> {
  for await (const entry of sendLog.entriesOn(services, day))
    if ('delivery' in entry && entry.event === 'accepted') yield entry;
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
  for await (const entry of sendLog.entriesSince(services, first)) {
    if (!('delivery' in entry) || entry.event !== 'accepted') continue;
    const from = since.get(entry.delivery);
    if (from && new Date(entry.at) >= from) found.set(entry.delivery, new Date(entry.at));
  }
  return found;
}
