import { eq, type SQL } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { deriveId } from '../../../../platform/ids.ts';
import { deriveToken, hashToken } from '../../../../platform/random.ts';
import { type GuardianLinkRow, guardianLinks } from './guardians.table.ts';

type Between = Pick<GuardianLinkRow, 'userId' | 'recipientId' | 'guardianId'>;

function tokenOf({ appSecret }: Pick<Services, 'appSecret'>, linkId: string): string {
  return deriveToken(appSecret, 'guardian', linkId);
}

export function guardianLink(services: Pick<Services, 'appSecret' | 'config'>, linkId: string): string {
  return `${services.config.publicUrl}/guardian/${tokenOf(services, linkId)}`;
}

/** Creates the page of a guardian about a child unless there is one; returns its id. */
export async function ensureLink(tx: Tx, services: Services, between: Between): Promise<string> {
  const id = deriveId(`guardian:${between.recipientId}:${between.guardianId}`);
  await tx
    .insert(guardianLinks)
    .values({ ...between, id, tokenHash: hashToken(tokenOf(services, id)), createdAt: services.clock.now() })
    .onConflictDoNothing();
  return id;
}

export function isLink(token: string): SQL {
  return eq(guardianLinks.tokenHash, hashToken(token));
}
