import type { Services } from '../../platform/context.ts';
import { MessageFault } from '../../platform/mail/mail.ts';
import { fileHash } from '../../platform/storage/file-hash.ts';
import { FileMissingError } from '../../platform/storage/storage.ts';
import type { ClaimedDelivery } from './claim.ts';
import { deliveryMail, deliveryText } from './deliveries.mail.tsx';
import type { WaitingReason } from './deliveries.table.ts';
import { deliveryLink } from './deliveries.ts';

/** What became of one attempt. */
export type Outcome =
  | { kind: 'delivered'; sentTo: string }
  | { kind: 'waiting'; reason: WaitingReason; message?: string }
  /** Not handed over, or nobody can know: another try later. */
  | { kind: 'later'; unknown: boolean; message: string }
  /** Nothing is left to hand over. */
  | { kind: 'failed'; message: string };

/** Hands one delivery over, once, by e-mail or text message, or says why a person has to act first. Never throws. */
export async function handOver(services: Services, delivery: ClaimedDelivery): Promise<Outcome> {
  try {
    const obstacle = await findObstacle(services, delivery);
    if (obstacle) return obstacle;
    return await send(services, delivery);
  } catch (error) {
    return outcomeOfFault(services, delivery, error);
  }
}

async function findObstacle(
  { storage }: Services,
  { memory, deliveryMethod }: ClaimedDelivery,
): Promise<Outcome | undefined> {
  if (!memory) return { kind: 'failed', message: 'The memory was deleted.' };
  if (!memory.isApproved) return { kind: 'waiting', reason: 'memory_under_review' };
  if (deliveryMethod === 'physical') return { kind: 'waiting', reason: 'physical_fulfilment' };
  if (memory.fileKey && (await isDamaged(storage, memory.fileKey, memory.fileSha256))) {
    return {
      kind: 'waiting',
      reason: 'file_damaged',
      message: 'The stored file is not the one that was uploaded.',
    };
  }
  return undefined;
}

/** Files go out byte for byte as they came in, or not at all. */
async function isDamaged(storage: Services['storage'], key: string, sha256: string | null): Promise<boolean> {
  try {
    return (await fileHash(storage, key)) !== sha256;
  } catch (error) {
    if (error instanceof FileMissingError) return true;
    throw error;
  }
}

async function send(services: Services, delivery: ClaimedDelivery): Promise<Outcome> {
  const { config, mailer, texter } = services;
  const { recipient, ownerName } = delivery;
  const link = deliveryLink(services, delivery.id);
  const host = new URL(config.publicUrl).hostname;
  if (recipient?.email) {
    const props = { ownerName, recipientName: recipient.firstName, link, publicHost: host };
    const messageId = `delivery.${delivery.id}@${host}`;
    await mailer.send({
      ...(await deliveryMail(props)),
      messageId,
      to: recipient.email,
      fromName: ownerName,
    });
    return { kind: 'delivered', sentTo: recipient.email };
  }
  if (recipient?.phone) {
    const text = {
      id: `delivery.${delivery.id}`,
      to: recipient.phone,
      body: deliveryText({ ownerName, link }),
    };
    await texter.send({ ...text, isRetry: delivery.outcomeUnknown });
    return { kind: 'delivered', sentTo: recipient.phone };
  }
  return { kind: 'waiting', reason: 'no_address' };
}

function outcomeOfFault({ log }: Services, delivery: ClaimedDelivery, error: unknown): Outcome {
  const message = error instanceof Error ? error.message : 'unknown fault';
  if (!(error instanceof MessageFault)) {
    log.error({ err: error, deliveryId: delivery.id }, 'a delivery could not be handed over');
    return { kind: 'later', unknown: false, message };
  }
  log.warn({ deliveryId: delivery.id, fault: error.kind, reply: message }, 'a delivery was not taken over');
  if (error.kind === 'permanent') return { kind: 'waiting', reason: 'bad_address', message };
  return { kind: 'later', unknown: error.kind === 'unknown', message };
}
