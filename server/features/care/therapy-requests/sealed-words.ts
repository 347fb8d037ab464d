import type { Services } from '../../../platform/context.ts';
import { type SealedFor, seal, unseal } from '../../../platform/sealed.ts';

type Words = 'reason' | 'specialRequests' | 'adminNotes';

export function sealWords(
  { appSecret }: Pick<Services, 'appSecret'>,
  requestId: string,
  column: Words,
  words: string | null | undefined,
): string | null {
  return words ? seal(appSecret, requestSeal(requestId, column), words) : null;
}

export function unsealWords(
  { appSecret }: Pick<Services, 'appSecret'>,
  { id, ...row }: { id: string } & Partial<Record<Words, string | null>>,
  column: Words,
): string | null {
  const sealed = row[column];
  return sealed ? unseal(appSecret, requestSeal(id, column), sealed) : null;
}

export function requestSeal(requestId: string, column: Words): SealedFor {
  return { purpose: `therapy-request ${column}`, subject: requestId };
}
