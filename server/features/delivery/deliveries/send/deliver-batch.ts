import { setTimeout as delay } from 'node:timers/promises';
import type { Services } from '../../../../platform/context.ts';
import { retryWhileDatabaseIsDown } from '../../../../platform/database.ts';
import { idsOf } from '../../../../platform/sweeps.ts';
import { contactOf } from '../../../people/recipients/recipients.ts';
import { type ClaimedDelivery, claimDeliveries } from './claim.ts';
import { refreshClaims, renewEverySeconds, renewLeases } from './leases.ts';
import { type Attempt, recordOutcomes } from './record-outcomes.ts';
import { refreshJournals } from './refresh-journals.ts';
import { sendDelivery } from './send-delivery.ts';
import { findAccepted, logSending } from './send-log.ts';
import { findSharedMails, outcomeOfFollower, type SharedMail } from './shared-mails.ts';

/** Deliveries of one batch that are sent in parallel. */
const sendsAtOnce = 10;
/** A send log that could not be used is tried again after this, however long it lasts. */
const sendLogPauseSeconds = 15;
/** How long an outcome waits for others to share its transaction. */
const gatherMilliseconds = 500;

/**
 * Claims what is due of `ids`, sends it and records the outcomes. Outcomes are recorded while others are still being sent:
 * those that arrive during one write go into the next, so that mails share transactions. What a crash leaves unrecorded is
 * read from the send log by the worker that claims it next.
 */
export async function deliverBatch(services: Services, ids: string[]): Promise<void> {
  const withoutJournal = await retryWhileDatabaseIsDown(services, () => refreshJournals(services, ids));
  const claims = await claimAll(services, ids);
  const unfinished = new Set(claims);
  const renewal = setInterval(() => renew(services, [...unfinished]), renewEverySeconds * 1000);
  try {
    await sendAll(services, claims, unfinished, withoutJournal);
  } finally {
    clearInterval(renewal);
  }
}

/** One that cannot be claimed keeps no other of the batch: the sweep finds it again. */
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
  const waiting = [...claims];
  const attempts = await prepare(services, claims);
  const shared = await retryWhileDatabaseIsDown(services, () => findSharedMails(services.db, claims));
  const recorder = recordOutcomesInGroups(services, unfinished);
  const made = new Map<string, Promise<Attempt | undefined>>();
  const make = async (delivery: ClaimedDelivery): Promise<Attempt | undefined> => {
    const mail = shared.get(delivery.id);
    const ended =
      attempts.get(delivery.id) ??
      lacksJournal(delivery, withoutJournal) ??
      (mail?.leader && (await follow(delivery, mail.leader, made)));
    if (ended) return ended;
    if (delivery.news === 'awaited') await awaitNews(delivery, made);
    return attemptDelivery(services, delivery, waiting, mail?.followers);
  };
  const sendNext = async (): Promise<void> => {
    for (let delivery = waiting.shift(); delivery; delivery = waiting.shift()) {
      const making = make(delivery);
      made.set(delivery.id, making);
      const attempt = await making;
      if (attempt) recorder.add(attempt);
    }
  };
  await Promise.all(Array.from({ length: sendsAtOnce }, sendNext));
  await recorder.finish();
}

/** Waits for the delivery whose mail serves this one too; it comes before it in the batch, so that it has begun. */
async function follow(
  delivery: ClaimedDelivery,
  leader: NonNullable<SharedMail['leader']>,
  made: ReadonlyMap<string, Promise<Attempt | undefined>>,
): Promise<Attempt | undefined> {
  const attempt = await made.get(leader.id);
  if (delivery.isRecipientHeld || delivery.addressWaitsUntil) return undefined;
  const outcome = outcomeOfFollower(delivery, leader, attempt?.outcome);
  return outcome && { delivery, outcome };
}

/** Waits for the mail to the same person that says that the owner has died, if it goes with this batch, where it comes first. */
async function awaitNews(
  delivery: ClaimedDelivery,
  made: ReadonlyMap<string, Promise<Attempt | undefined>>,
): Promise<void> {
  const attempt = await made.get(delivery.newsDeliveryId ?? '');
  delivery.isTold = attempt?.outcome.kind === 'delivered';
}

/** Asks the send log which of `claims` were sent already, and writes there that the others are about to be. */
async function prepare(
  services: Services,
  claims: readonly ClaimedDelivery[],
): Promise<Map<string, Attempt>> {
  try {
    const accepted = await findAccepted(services, claims);
    await logSending(
      services,
      claims.filter(({ id }) => !accepted.has(id)),
    );
    return new Map(claims.flatMap((claim) => alreadySent(claim, accepted.get(claim.id))));
  } catch (error) {
    services.log.error({ err: error }, 'the send log cannot be used; nothing is sent without it');
    const message = 'The send log could not be used.';
    const outcome = { kind: 'put-back', afterSeconds: sendLogPauseSeconds, message } as const;
    return new Map(claims.map((delivery) => [delivery.id, { delivery, outcome }]));
  }
}

/** A letter does not go without the book that its owner put in. */
function lacksJournal(delivery: ClaimedDelivery, withoutJournal: ReadonlySet<string>): Attempt | undefined {
  if (!withoutJournal.has(delivery.id)) return undefined;
  const message = 'The journal could not be put in with the letter.';
  return { delivery, outcome: { kind: 'later', unknown: false, message } };
}

function alreadySent(delivery: ClaimedDelivery, at: Date | undefined): [string, Attempt][] {
  const sentTo = delivery.recipient && contactOf(delivery.recipient);
  return at ? [[delivery.id, { delivery, outcome: { kind: 'delivered', sentTo, at } }]] : [];
}

/** Records outcomes in the background, those that arrive during one write in the next. */
function recordOutcomesInGroups(services: Services, unfinished: Set<ClaimedDelivery>) {
  const ended: Attempt[] = [];
  const faults: unknown[] = [];
  const allDone = new AbortController();
  let writing: Promise<void> | undefined;
  const record = async (attempts: Attempt[]): Promise<void> => {
    await retryWhileDatabaseIsDown(services, () => recordOutcomes(services, attempts));
    for (const { delivery } of attempts) unfinished.delete(delivery);
  };
  /** One that cannot be recorded keeps no other: the worker that claims it next finds it in the send log. */
  const recordEach = (attempts: Attempt[]) =>
    record(attempts).catch(async (error: unknown) => {
      if (attempts.length === 1) faults.push(error);
      else for (const attempt of attempts) await record([attempt]).catch((fault) => faults.push(fault));
    });
  const write = async () => {
    await delay(gatherMilliseconds, undefined, { signal: allDone.signal }).catch(() => undefined);
    while (ended.length > 0) await recordEach(ended.splice(0));
    writing = undefined;
  };
  return {
    add(attempt: Attempt) {
      ended.push(attempt);
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

/** While the database is down, leases run out; the claims still hold unless another worker takes them. */
function renew(services: Services, claims: readonly ClaimedDelivery[]): void {
  renewLeases(services, claims).catch((error) =>
    services.log.warn({ err: error }, 'the leases of deliveries in progress could not be renewed'),
  );
}

/** Undefined when another worker has claimed it since. */
async function attemptDelivery(
  services: Services,
  delivery: ClaimedDelivery,
  others: readonly ClaimedDelivery[],
  followers: readonly string[] = [],
): Promise<Attempt | undefined> {
  if (services.jobs.isStopping) return { delivery, outcome: { kind: 'put-back' } };
  await retryWhileDatabaseIsDown(services, () => refreshClaims(services, delivery, others));
  if (delivery.isLost) {
    services.log.warn({ deliveryId: delivery.id }, 'a lease was lost before sending; nothing was sent');
    return undefined;
  }
  return { delivery, outcome: await sendDelivery(services, delivery, followers) };
}
