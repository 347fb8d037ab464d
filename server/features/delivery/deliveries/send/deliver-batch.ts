import pLimit from 'p-limit';
import type { Services } from '../../../../platform/context.ts';
import { retryWhileDatabaseIsDown } from '../../../../platform/database.ts';
import { idsOf } from '../../../../platform/sweeps.ts';
import { whileLeased } from '../../../outbox/messages/messages.ts';
import { findTraces, logSending } from '../../../outbox/messages/send-log/send-log.ts';
import { type ClaimedDelivery, claimDeliveries } from './claim.ts';
import { extendLeases, isStale, refreshClaims } from './leases.ts';
import { type Attempt, deliveredTo } from './outcome.ts';
import { recordOutcomes } from './record-outcomes.ts';
import { refreshJournals } from './refresh-journals.ts';
import { groupIntoMessages, withSameMessage } from './same-message.ts';
import { entryOf, sendMessage } from './send-delivery.ts';

/** Messages of one batch that are sent in parallel. */
const sendsAtOnce = 10;
/** Messages whose facts are read again together with the next one's. On a slow machine, more would be outdated again before their turn. */
const readAhead = 20;
/** Pause before a failed use of the send log is tried again, however long the fault lasts. */
const sendLogPauseSeconds = 15;
/** How long an outcome waits so that others can share its transaction. */
const gatherMilliseconds = 500;

/**
 * Claims which of `ids` are due, sends them and records the outcomes. Outcomes are recorded while other
 * messages are still being sent: those that arrive during one write go into the next, so that they share
 * transactions. What a crash leaves unrecorded is read from the send log by the worker that claims it next.
 */
export async function deliverBatch(services: Services, ids: readonly string[]): Promise<void> {
  const together = await retryWhileDatabaseIsDown(services, () => withSameMessage(services.db, ids));
  const withoutJournal = await retryWhileDatabaseIsDown(services, () => refreshJournals(services, together));
  const claims = await claimAll(services, together);
  const unfinished = new Set(claims);
  await whileLeased(services, extendLeases, unfinished, () =>
    sendAll(services, claims, unfinished, withoutJournal),
  );
}

/** A delivery that cannot be claimed does not hold up the rest of the batch: the sweep finds it again. */
async function claimAll(services: Services, ids: readonly string[]): Promise<ClaimedDelivery[]> {
  const claims: ClaimedDelivery[] = [];
  const rows = ids.map((id) => ({ id }));
  await services.sweeps.together('claim-deliveries', rows, async (some) => {
    const claim = () => claimDeliveries(services, idsOf(some));
    claims.push(...(await retryWhileDatabaseIsDown(services, claim)));
  });
  return claims;
}

async function sendAll(
  services: Services,
  claims: readonly ClaimedDelivery[],
  unfinished: Set<ClaimedDelivery>,
  withoutJournal: ReadonlySet<string>,
): Promise<void> {
  const recorder = recordOutcomesInGroups(services, unfinished);
  const ended = await prepare(services, claims);
  for (const delivery of claims)
    if (withoutJournal.has(delivery.id) && !ended.has(delivery.id))
      ended.set(delivery.id, lacksJournal(delivery));
  recorder.add([...ended.values()]);
  const waiting = groupIntoMessages(claims.filter(({ id }) => !ended.has(id)));
  const made = new Map([...ended].map(([id, attempt]) => [id, Promise.resolve([attempt])]));
  const inTurn = pLimit(1);
  /** Only one reading at a time, so that parallel sends share what it reads ahead. */
  const refresh = (first: ClaimedDelivery, others: readonly ClaimedDelivery[]) =>
    inTurn(() => {
      const following = [...others, ...waiting.slice(0, readAhead).flat()];
      return retryWhileDatabaseIsDown(services, () => refreshClaims(services, first, following));
    });
  const attempt = async (message: readonly ClaimedDelivery[]): Promise<Attempt[]> => {
    const [first, ...others] = message;
    if (!first || services.jobs.isStopping) return message.map(putBack);
    for (const delivery of message) await awaitNews(delivery, message, made);
    if (isStale(services, first)) await refresh(first, others);
    const { together, apart } = stillTogether(services, message);
    waiting.unshift(...groupIntoMessages(apart));
    return sendMessage(services, together);
  };
  const sendNext = async (): Promise<void> => {
    for (let message = waiting.shift(); message; message = waiting.shift()) {
      const making = attempt(message);
      for (const { id } of message) made.set(id, making);
      recorder.add(await making);
    }
  };
  await Promise.all(Array.from({ length: sendsAtOnce }, sendNext));
  await recorder.finish();
}

/** Which deliveries of a message still go with the first one after all were read again; those that another worker has claimed are left out. */
function stillTogether({ log }: Services, message: readonly ClaimedDelivery[]) {
  for (const { id } of message.filter(({ isLost }) => isLost))
    log.warn({ deliveryId: id }, 'a lease was lost before sending; nothing was sent');
  const [together = [], ...apart] = groupIntoMessages(message.filter(({ isLost }) => !isLost));
  return { together, apart: apart.flat() };
}

/** Waits for the message that tells the same person of the death, if it comes earlier in this batch. */
async function awaitNews(
  delivery: ClaimedDelivery,
  message: readonly ClaimedDelivery[],
  made: ReadonlyMap<string, Promise<Attempt[]>>,
): Promise<void> {
  if (delivery.news !== 'awaited' || message.some(({ id }) => id === delivery.newsDeliveryId)) return;
  const attempts = await made.get(delivery.newsDeliveryId ?? '');
  const telling = attempts?.find((attempt) => attempt.delivery.id === delivery.newsDeliveryId);
  delivery.isTold = telling?.outcome.kind === 'delivered';
}

const putBack = (delivery: ClaimedDelivery): Attempt => ({ delivery, outcome: { kind: 'put-back' } });

const lacksJournal = (delivery: ClaimedDelivery): Attempt => {
  const message = 'The journal could not be put in with the letter.';
  return { delivery, outcome: { kind: 'later', unknown: false, message } };
};

/** Asks the send log which of `claims` were already sent, and logs there that the others are about to be. */
async function prepare(
  services: Services,
  claims: readonly ClaimedDelivery[],
): Promise<Map<string, Attempt>> {
  try {
    const since = claims.flatMap(({ id, unknownSince }) =>
      unknownSince ? [[id, unknownSince] as const] : [],
    );
    const traces = await findTraces(services, new Map(since));
    const sent = new Map<string, Attempt>();
    for (const delivery of claims) {
      const at = traces.get(delivery.id)?.acceptedAt;
      if (at) sent.set(delivery.id, { delivery, outcome: deliveredTo(delivery, at) });
    }
    await logSending(services, claims.filter(({ id }) => !sent.has(id)).map(entryOf));
    return sent;
  } catch (error) {
    services.log.error({ err: error }, 'the send log cannot be used; nothing is sent without it');
    const message = 'The send log could not be used.';
    const outcome = { kind: 'put-back', afterSeconds: sendLogPauseSeconds, message } as const;
    return new Map(claims.map((delivery) => [delivery.id, { delivery, outcome }]));
  }
}

/** Records outcomes in the background; those that arrive during one write go into the next. */
function recordOutcomesInGroups(services: Services, unfinished: Set<ClaimedDelivery>) {
  const ended: Attempt[] = [];
  const faults: unknown[] = [];
  const allDone = new AbortController();
  let writing: Promise<void> | undefined;
  const record = async (attempts: Attempt[]): Promise<void> => {
    await retryWhileDatabaseIsDown(services, () => recordOutcomes(services, attempts));
    for (const { delivery } of attempts) unfinished.delete(delivery);
  };
  /** An outcome that cannot be recorded does not hold up the others: the worker that claims it next finds it in the send log. */
  const recordEach = (attempts: Attempt[]) =>
    record(attempts).catch(async (error: unknown) => {
      if (attempts.length === 1) faults.push(error);
      else for (const attempt of attempts) await record([attempt]).catch((fault) => faults.push(fault));
    });
  const write = async () => {
    await services.clock.wait(gatherMilliseconds, allDone.signal);
    while (ended.length > 0) await recordEach(ended.splice(0));
    writing = undefined;
  };
  return {
    add(attempts: readonly Attempt[]) {
      if (attempts.length === 0) return;
      ended.push(...attempts);
      writing ??= write();
    },
    /** Throws if an outcome could not be recorded. */
    async finish() {
      allDone.abort();
      await writing;
      if (faults.length > 0) throw faults[0];
    },
  };
}
