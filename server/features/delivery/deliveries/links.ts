import type { Services } from '../../../platform/context.ts';
import { deriveToken, hashToken } from '../../../platform/random.ts';

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
