import { and, eq, gte, isNull, or, type SQL } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { deriveId } from '../../../../platform/ids.ts';
import { deriveLinkToken, hashToken } from '../../../../platform/random.ts';
import { type GuardianLinkRow, guardianLinks, guardianQuestions } from './guardians.table.ts';

type Between = Pick<GuardianLinkRow, 'userId' | 'recipientId' | 'guardianId'>;
type Link = Pick<GuardianLinkRow, 'id' | 'generation'>;

function tokenOf({ appSecret }: Pick<Services, 'appSecret'>, link: Link): string {
  return deriveLinkToken(appSecret, 'guardian', link);
}

export function guardianLink(services: Pick<Services, 'appSecret' | 'config'>, link: Link): string {
  return `${services.config.publicUrl}/guardian/${tokenOf(services, link)}`;
}

/** Creates the page of a guardian about a child unless there is one. */
export async function ensureLink(tx: Tx, services: Services, between: Between): Promise<Link> {
  const first = { id: deriveId(`guardian:${between.recipientId}:${between.guardianId}`), generation: 1 };
  await tx
    .insert(guardianLinks)
    .values({
      ...{ ...between, ...first },
      tokenHash: hashToken(tokenOf(services, first)),
      createdAt: services.clock.now(),
    })
    .onConflictDoNothing();
  const [link] = await tx.select().from(guardianLinks).where(eq(guardianLinks.id, first.id));
  return requireFound(link);
}

export function isLink(token: string): SQL {
  return eq(guardianLinks.tokenHash, hashToken(token));
}

/**
 * Closes the links of a guardian whose messages have gone to somebody else since `since`, and forgets what was asked or answered
 * there, and what was asked before and not answered yet: the guardian is asked by a new link once we know where to reach them. The
 * caller has locked the guardian.
 */
export async function renewGuardianLinks(
  tx: Tx,
  services: Pick<Services, 'appSecret'>,
  { guardianId, since }: { guardianId: string; since: Date },
): Promise<void> {
  const links = await tx.select().from(guardianLinks).where(eq(guardianLinks.guardianId, guardianId));
  for (const { id, generation: before } of links) {
    const generation = before + 1;
    const tokenHash = hashToken(tokenOf(services, { id, generation }));
    await tx.update(guardianLinks).set({ generation, tokenHash }).where(eq(guardianLinks.id, id));
  }
  await tx
    .delete(guardianQuestions)
    .where(
      and(
        eq(guardianQuestions.guardianId, guardianId),
        or(
          isNull(guardianQuestions.answer),
          gte(guardianQuestions.askedAt, since),
          gte(guardianQuestions.answeredAt, since),
        ),
      ),
    );
}
