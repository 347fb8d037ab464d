import type { Contact } from '../../../../../shared/outbox/channels.ts';
import type { Services } from '../../../../platform/context.ts';
import { MessageFault } from '../../../../platform/mail/mail.ts';
import type { WaitingReason } from '../deliveries.table.ts';
import type { ClaimedDelivery } from './claim.ts';
import type { Snapshot } from './snapshots.ts';

export type Outcome =
  /** `at` is the time of sending, if the send log already had it. */
  | { kind: 'delivered'; sentTo: Contact | null; at?: Date }
  | { kind: 'waiting'; reason: WaitingReason; message?: string }
  /** Not sent, or the outcome is unknown: another attempt follows. After the last it fails, or waits for `finalReason`. */
  | { kind: 'later'; unknown: boolean; message: string; finalReason?: WaitingReason }
  /**
   * Not sent now, and looked at again in some minutes: the owner's account is to be deleted, or another mail
   * has to leave first, which also serves this delivery or says that the owner has died.
   */
  | { kind: 'given-back' }
  /** Somebody other than the owner has changed where its recipient is reached: nothing is sent there before this. */
  | { kind: 'put-off'; until: Date }
  /**
   * Not sent, and free to be claimed again, at once or after a pause; it does not count as a try. The worker is
   * stopping, everything is on hold, its release was made or revoked meanwhile, the send log cannot be written, or its link
   * would not open.
   */
  | { kind: 'put-back'; afterSeconds?: number; message?: string }
  /** Its recipient was removed or its memory deleted: there is nothing left to send. */
  | { kind: 'withdrawn' };

export interface Attempt {
  delivery: ClaimedDelivery;
  outcome: Outcome;
  /** Set if it was sent, or was to be. */
  message?: Message;
}

/** What an attempt shares with the others in its message. */
interface Message {
  name: string;
  /** 0 to 1: spreads the retries. Deliveries of the same message are retried together. */
  jitter: number;
  /** The longest that any of its deliveries has been retried. */
  retryingSeconds: number;
}

/** `at` is the time of sending, if the send log already had it. */
export function deliveredTo({ contact }: Snapshot, at?: Date): Outcome {
  return { kind: 'delivered', sentTo: contact, ...(at && { at }) };
}

export function outcomeOfFault({ log }: Services, delivery: ClaimedDelivery, error: unknown): Outcome {
  const message = error instanceof Error ? error.message : 'unknown fault';
  if (!(error instanceof MessageFault)) {
    log.error({ err: error, deliveryId: delivery.id }, 'a delivery could not be sent');
    return { kind: 'later', unknown: false, message };
  }
  log.warn({ deliveryId: delivery.id, fault: error.kind, reply: message }, 'a delivery was not accepted');
  if (error.kind === 'permanent') return { kind: 'waiting', reason: 'bad_address', message };
  return { kind: 'later', unknown: error.kind === 'unknown', message };
}
