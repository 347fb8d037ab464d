import type { Contact } from '../../../../../shared/outbox/channels.ts';
import type { Services } from '../../../../platform/context.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { MessageFault } from '../../../../platform/mail/mail.ts';
import { faultIn } from '../../../../platform/storage/file-faults.ts';
import { fileHash } from '../../../../platform/storage/whole-read.ts';
import { transmit } from '../../../outbox/messages/messages.ts';
import { contactOf } from '../../../people/recipients/recipients.ts';
import type { WaitingReason } from '../deliveries.table.ts';
import { deliveryLink, type MessageFacts, writers } from '../message/message.ts';
import type { ClaimedDelivery } from './claim.ts';
import type { Snapshot } from './snapshots.ts';

export type Outcome =
  /** `at` is when, if the send log knew of it already. */
  | { kind: 'delivered'; sentTo: Contact | null; at?: Date }
  | { kind: 'waiting'; reason: WaitingReason; message?: string }
  /** Not sent, or the outcome is unknown: another attempt follows. After the last it fails, or waits for `finalReason`. */
  | { kind: 'later'; unknown: boolean; message: string; finalReason?: WaitingReason }
  /**
   * Not sent now, and looked at again in some minutes: the owner's account is to be deleted, or another mail has to leave
   * before, which serves this delivery too or says that the owner has died.
   */
  | { kind: 'given-back' }
  /** Others than the owner have changed where its recipient is reached: nothing goes there before this. */
  | { kind: 'put-off'; until: Date }
  /**
   * Not sent, and free to be claimed again, at once or after a pause; no try is counted. The worker is stopping, everything is held,
   * its release was made or revoked meanwhile, or the send log cannot be written.
   */
  | { kind: 'put-back'; afterSeconds?: number; message?: string }
  /** Its recipient was removed or its memory deleted: nothing is left to send. */
  | { kind: 'withdrawn' };

export interface Attempt {
  delivery: ClaimedDelivery;
  outcome: Outcome;
  /** 0 to 1: spreads the retries. What travelled together is tried again together. */
  jitter?: number;
}

/**
 * Sends one message that carries `deliveries`, by email or text message. Whatever cannot be sent now is left out of it. Never
 * throws.
 */
export async function sendMessage(
  services: Services,
  deliveries: readonly ClaimedDelivery[],
): Promise<Attempt[]> {
  const ended: Attempt[] = [];
  const going: ClaimedDelivery[] = [];
  for (const delivery of deliveries) {
    const outcome = await findReasonNotToSend(services, delivery);
    if (outcome) ended.push({ delivery, outcome });
    else going.push(delivery);
  }
  const [first, ...others] = going;
  if (!first) return ended;
  const fault = await send(services, first, others).catch((error) => outcomeOfFault(services, first, error));
  const jitter = services.random.fraction();
  const sent = going.map((delivery) => ({ delivery, outcome: fault ?? deliveredTo(delivery), jitter }));
  return [...ended, ...sent];
}

/** Sends a delivery in a message of its own. */
export async function sendDelivery(services: Services, delivery: ClaimedDelivery): Promise<Outcome> {
  const [attempt] = await sendMessage(services, [delivery]);
  return requireFound(attempt).outcome;
}

/** `at` is when, where the send log knew of it already. */
export function deliveredTo({ recipient }: Snapshot, at?: Date): Outcome {
  return { kind: 'delivered', sentTo: recipient && contactOf(recipient), ...(at && { at }) };
}

async function findReasonNotToSend(
  services: Services,
  delivery: ClaimedDelivery,
): Promise<Outcome | undefined> {
  try {
    const obstacle = await findObstacle(services, delivery);
    if (obstacle) return obstacle;
  } catch (error) {
    return outcomeOfFault(services, delivery, error);
  }
  if (delivery.news === 'undecided') return { kind: 'put-back' };
  if (delivery.news === 'awaited' && !delivery.isTold) return { kind: 'given-back' };
  return undefined;
}

/** Why it cannot be sent now, if it cannot. What goes by post waits for staff in any case. */
export async function findObstacle(
  services: Services,
  { id, memory, recipient, deliveryMethod, isRecipientHeld, ...delivery }: Snapshot & { id: string },
): Promise<Outcome | undefined> {
  if (!memory || !recipient) return { kind: 'withdrawn' };
  if (delivery.isHeld || delivery.isRevoked) return { kind: 'put-back' };
  if (delivery.isOwnerLeaving) return { kind: 'given-back' };
  if (isRecipientHeld) return { kind: 'waiting', reason: 'held_by_trusted_contact' };
  if (delivery.isAddressWaiting && delivery.addressWaitsUntil)
    return { kind: 'put-off', until: delivery.addressWaitsUntil };
  if (delivery.isInArrears) return { kind: 'waiting', reason: 'account_in_arrears' };
  if (!memory.isApproved) return { kind: 'waiting', reason: 'memory_under_review' };
  if (deliveryMethod === 'physical') return { kind: 'waiting', reason: 'physical_fulfilment' };
  const file = await inspectFile(services, memory);
  if (file === 'good') return undefined;
  services.log.error(
    { deliveryId: id, key: memory.fileKey },
    `a delivery is held back: its stored file is ${file}`,
  );
  if (file === 'missing') {
    const message = 'The stored file is not there.';
    return { kind: 'later', unknown: false, message, finalReason: 'file_damaged' };
  }
  const message = 'The stored file is not the one that was uploaded.';
  return { kind: 'waiting', reason: 'file_damaged', message };
}

/** A file is delivered byte for byte as it was uploaded, or not at all. A missing one may return when its folder is mounted. */
async function inspectFile(
  { storage, fileFaultFound }: Services,
  { fileKey: key, fileSha256: sha256 }: NonNullable<ClaimedDelivery['memory']>,
): Promise<'good' | 'damaged' | 'missing'> {
  if (!key) return 'good';
  const fault = await fileHash(storage, key).then(
    (found) => (found === sha256 ? undefined : 'damaged'),
    (error: unknown) => {
      const fault = faultIn(error);
      if (!fault) throw error;
      return fault;
    },
  );
  if (!fault || (await fileFaultFound({ key, sha256 }, fault))) return 'good';
  return fault;
}

/** Answers why it could not be sent; throws where a mail server or provider does not accept it. `others` are greeted as well. */
async function send(
  services: Services,
  first: ClaimedDelivery,
  others: readonly ClaimedDelivery[],
): Promise<Outcome | undefined> {
  const { recipient, memory } = first;
  if (!recipient || !memory) return { kind: 'withdrawn' };
  const facts = factsOf(services, { ...first, recipient, memory });
  const contact = contactOf(recipient);
  if (!contact) return { kind: 'waiting', reason: 'no_address' };
  const content = await writers[contact.channel].bringing(facts, contact.address, firstNamesOf(others));
  const claims = [first, ...others];
  const key = `delivery.${first.id}`;
  const entries = claims.map(entryOf);
  await transmit(services, { key, claims, entries, content, isRetry: first.unknownSince !== null });
  return undefined;
}

const firstNamesOf = (deliveries: readonly ClaimedDelivery[]) =>
  deliveries.flatMap(({ recipient }) => recipient?.firstName ?? []);

/** The line of the send log for an attempt. */
export function entryOf({ id, attempt, scheduleId, recipientId }: ClaimedDelivery) {
  return { delivery: id, attempt, schedule: scheduleId, recipient: recipientId };
}

/** What its message says. */
function factsOf(
  services: Services,
  {
    id,
    owner,
    recipient,
    memory,
    schedule,
    leftFor,
    news,
    ...delivery
  }: ClaimedDelivery & Pick<MessageFacts, 'recipient' | 'memory'>,
): MessageFacts {
  const { publicUrl, supportEmail } = services.config;
  return {
    ...{ owner, recipient, memory, schedule, leftFor, supportEmail },
    death: news === 'none' ? null : { isNews: news === 'tells', diedOn: delivery.diedOn },
    link: deliveryLink(services, id),
    publicHost: new URL(publicUrl).hostname,
  };
}

function outcomeOfFault({ log }: Services, delivery: ClaimedDelivery, error: unknown): Outcome {
  const message = error instanceof Error ? error.message : 'unknown fault';
  if (!(error instanceof MessageFault)) {
    log.error({ err: error, deliveryId: delivery.id }, 'a delivery could not be sent');
    return { kind: 'later', unknown: false, message };
  }
  log.warn({ deliveryId: delivery.id, fault: error.kind, reply: message }, 'a delivery was not accepted');
  if (error.kind === 'permanent') return { kind: 'waiting', reason: 'bad_address', message };
  return { kind: 'later', unknown: error.kind === 'unknown', message };
}
