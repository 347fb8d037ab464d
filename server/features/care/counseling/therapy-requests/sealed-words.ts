import type { Services } from '../../../../platform/context.ts';
import type { SealedColumn } from '../../../../platform/reseal.ts';
import { type SealedFor, seal, unseal } from '../../../../platform/sealed.ts';
import { therapyRequests } from './therapy-requests.table.ts';

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

export const requestWords = (['reason', 'specialRequests', 'adminNotes'] as const).map(
  (column): SealedColumn => ({
    name: `${column} of requests for a session`,
    table: therapyRequests,
    id: therapyRequests.id,
    column: therapyRequests[column],
    sealedFor: (id) => requestSeal(id, column),
  }),
);
