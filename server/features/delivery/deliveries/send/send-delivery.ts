import type { Services } from '../../../../platform/context.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { transmit } from '../../../outbox/messages/messages.ts';
import { furtherAddress } from '../current-address.ts';
import { deadLinkMessage, deliveryLink, deliveryTokenHash, writers } from '../message/message.ts';
import type { ClaimedDelivery } from './claim.ts';
import { leaveOut } from './obstacles.ts';
import { type Attempt, deliveredTo, type Outcome, outcomeOfFault } from './outcome.ts';
import { nameOfMessage } from './same-message.ts';
import type { Snapshot } from './snapshots.ts';

/** Until somebody sets the right secret. */
const deadLinkPauseSeconds = 60;

/**
 * Sends one message with `deliveries`, by email or text message. What cannot be sent now is left out. Never
 * throws.
 */
export async function sendMessage(
  services: Services,
  deliveries: readonly ClaimedDelivery[],
): Promise<Attempt[]> {
  const { going, ended } = await leaveOut(services, deliveries);
  const [first] = going;
  if (!first) return ended;
  const message = {
    name: nameOfMessage(going),
    jitter: services.random.fraction(),
    retryingSeconds: Math.max(...going.map(({ retryingSeconds }) => retryingSeconds)),
  };
  const fault = await send(services, message.name, going).catch((error) =>
    outcomeOfFault(services, first, error),
  );
  const sent = going.map((delivery) => ({ delivery, outcome: fault ?? deliveredTo(delivery), message }));
  return [...ended, ...sent];
}

/** Sends a delivery in a message of its own. */
export async function sendDelivery(services: Services, delivery: ClaimedDelivery): Promise<Outcome> {
  const [attempt] = await sendMessage(services, [delivery]);
  return requireFound(attempt).outcome;
}

/** Returns why it could not be sent; throws if a mail server or provider does not accept it. */
async function send(
  services: Services,
  name: string,
  claims: readonly ClaimedDelivery[],
): Promise<Outcome | undefined> {
  const facts = messageFactsOf(services, claims);
  if (!facts) return { kind: 'withdrawn' };
  const [first] = claims;
  if (!first?.contact) return { kind: 'waiting', reason: 'no_address' };
  if (first.tokenHash !== deliveryTokenHash(services, first.id)) return deadLink(services, first);
  const { contact } = first;
  const content = await writers[contact.channel].bringing(facts, contact.address);
  const entries = claims.map(entryOf);
  const isRetry = claims.some(({ unknownSince }) => unknownSince !== null);
  await transmit(services, { key: name, claims, entries, content, isRetry });
  return undefined;
}

/** The link is derived again for each attempt, and only the hash of the right one is known to the page that it leads to. */
function deadLink({ log }: Services, { id }: ClaimedDelivery): Outcome {
  log.error({ deliveryId: id }, 'a delivery is not sent: LINK_SECRET is not the one its link was made with');
  return { kind: 'put-back', afterSeconds: deadLinkPauseSeconds, message: deadLinkMessage };
}

/** The send log's line for an attempt. */
export function entryOf(claim: ClaimedDelivery) {
  const { id, attempt, scheduleId, recipientId } = claim;
  return { delivery: id, attempt, schedule: scheduleId, recipient: recipientId, ...furtherAddress(claim) };
}

/** What their message says; it contains the link of the first one. */
function messageFactsOf({ config, appSecret }: Services, deliveries: readonly ClaimedDelivery[]) {
  const why = whyFactsOf(deliveries);
  const [first] = deliveries;
  if (!why || !first) return undefined;
  return {
    ...why,
    supportEmail: config.supportEmail,
    link: deliveryLink({ config, appSecret }, first.id),
    publicHost: new URL(config.publicUrl).hostname,
  };
}

/** Why deliveries in the same message or parcel come. Undefined if their recipient was removed. */
export function whyFactsOf(travelling: readonly Snapshot[]) {
  const [first] = travelling;
  if (!first?.recipient) return undefined;
  const { owner, recipient, news, diedOn } = first;
  // If one of them was to be kept until after the owner’s death, that is why it comes.
  const kept = travelling.find(({ schedule }) => schedule.deliveryType === 'on_death');
  return {
    ...{ owner, recipient },
    things: travelling.flatMap(({ memory, leftFor }) => (memory ? { ...memory, leftFor } : [])),
    schedule: (kept ?? first).schedule,
    death: news === 'none' ? null : { isNews: news === 'tells', diedOn },
  };
}
