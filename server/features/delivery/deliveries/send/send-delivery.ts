import type { Contact } from '../../../../../shared/outbox/channels.ts';
import type { Services } from '../../../../platform/context.ts';
import { MessageFault } from '../../../../platform/mail/mail.ts';
import { faultIn } from '../../../../platform/storage/file-faults.ts';
import { fileHash } from '../../../../platform/storage/whole-read.ts';
import { contactOf } from '../../../people/recipients/recipients.ts';
import type { WaitingReason } from '../deliveries.table.ts';
import { deliveryLink, type MessageFacts, mailTo, senderOf, textTo } from '../message/message.ts';
import type { ClaimedDelivery } from './claim.ts';
import { holdsLease } from './leases.ts';
import { logAccepted } from './send-log.ts';
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

/**
 * Sends a delivery once, by email or text message, unless something stands in the way. `followers` are the first names of
 * others at the same address, whom the mail greets as well. Never throws.
 */
export async function sendDelivery(
  services: Services,
  delivery: ClaimedDelivery,
  followers: readonly string[] = [],
): Promise<Outcome> {
  try {
    const obstacle = await findObstacle(services, delivery);
    if (obstacle) return obstacle;
    if (delivery.news === 'undecided') return { kind: 'put-back' };
    if (delivery.news === 'awaited' && !delivery.isTold) return { kind: 'given-back' };
    return await send(services, delivery, followers);
  } catch (error) {
    return outcomeOfFault(services, delivery, error);
  }
}

/** What stands in the way of sending it now. What goes by post waits for staff in any case. */
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

async function send(
  services: Services,
  delivery: ClaimedDelivery,
  followers: readonly string[],
): Promise<Outcome> {
  const { mailer, texter } = services;
  const { recipient, memory } = delivery;
  if (!recipient || !memory) return { kind: 'withdrawn' };
  const facts = factsOf(services, { ...delivery, recipient, memory });
  const contact = contactOf(recipient);
  if (!contact) return { kind: 'waiting', reason: 'no_address' };
  const to = contact.address;
  switch (contact.channel) {
    case 'email':
      await mailer.send({
        ...(await mailTo(facts, followers)),
        messageId: `delivery.${delivery.id}@${facts.publicHost}`,
        to,
        fromName: senderOf(facts),
        mayLeave: () => holdsLease(services, delivery),
        onAccepted: () => logAccepted(services, delivery),
      });
      break;
    case 'text': {
      const text = { id: `delivery.${delivery.id}`, to, body: textTo(facts) };
      await texter.send({ ...text, isRetry: delivery.unknownSince !== null });
      await logAccepted(services, delivery);
    }
  }
  return { kind: 'delivered', sentTo: contact };
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
