import type { Services } from '../../../platform/context.ts';
import { deriveId } from '../../../platform/ids.ts';
import { deriveToken, hashToken } from '../../../platform/random.ts';

/** There is one for now; a schedule that repeats has one for each year. */
const firstOccurrence = 1;

/**
 * The id of a delivery, and with it its Message-ID and link: the same for the same schedule and recipient, so that a
 * restored database that sends it again sends the very same mail.
 */
export function deliveryId({ scheduleId, recipientId }: { scheduleId: string; recipientId: string }): string {
  return deriveId(`delivery:${scheduleId}:${recipientId}:${firstOccurrence}`);
}

type Secret = Pick<Services, 'appSecret'>;

/** The link's token: the same for every attempt, and stored only as a hash. */
export function deliveryToken({ appSecret }: Secret, deliveryId: string): string {
  return deriveToken(appSecret, 'delivery', deliveryId);
}

export function deliveryTokenHash(secret: Secret, deliveryId: string): string {
  return hashToken(deliveryToken(secret, deliveryId));
}

export function deliveryLink(services: Pick<Services, 'appSecret' | 'config'>, deliveryId: string): string {
  return `${services.config.publicUrl}/received/${deliveryToken(services, deliveryId)}`;
}
