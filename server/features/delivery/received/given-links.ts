import { and, asc, eq, gt, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { fullNameOf } from '../../../../shared/names.ts';
import type { Queryable } from '../../../platform/database.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { memories, memoryVersions, type ShownMemory } from '../../memories/memories/memories.table.ts';
import { isShownToOthers } from '../../memories/memories/memories.ts';
import { deliveryQueue, schedules } from '../deliveries/deliveries.table.ts';
import { shownOf } from './sent-deliveries.ts';

/** What one link brought, to be recorded outside the database. */
export interface GivenLink {
  /** The id of the delivery. */
  id: string;
  tokenHash: string;
  recipientId: string | null;
  sentTo: string | null;
  owner: { name: string; timezone: string };
  leftFor: string | null;
  shown: ShownMemory;
  /** Whether pages show another file than the original. */
  hasDisplay: boolean;
}

const perBatch = 200;

/** Every link that brought something its recipient may still see, in order of ids. */
export async function* givenLinks(db: Queryable): AsyncGenerator<GivenLink> {
  for (let after: string | undefined; ; ) {
    const rows = await select(db, after ? gt(deliveryQueue.id, after) : undefined, perBatch);
    yield* rows.flatMap(toLink);
    after = rows.at(-1)?.delivery.id;
    if (rows.length < perBatch) return;
  }
}

/** The links of the same page. */
export async function listBeside(
  db: Queryable,
  { id, recipientId, sentTo }: GivenLink,
): Promise<GivenLink[]> {
  if (!recipientId || !sentTo) return [];
  const samePage = and(
    eq(deliveryQueue.recipientId, recipientId),
    eq(sql`lower(${deliveryQueue.sentTo})`, sentTo.toLowerCase()),
  );
  return (await select(db, samePage)).flatMap(toLink).filter((link) => link.id !== id);
}

/** Given, not taken back, not closed, and not to be deleted when its owner dies. */
function select(db: Queryable, which: SQL | undefined, limit = 10_000) {
  const { openedAt, deliveredAt, releaseRevokedAt, disownedAddress, sentTo } = deliveryQueue;
  return db
    .select({ delivery: deliveryQueue, memory: memories, version: memoryVersions, owner: users })
    .from(deliveryQueue)
    .innerJoin(schedules, eq(schedules.id, deliveryQueue.scheduleId))
    .innerJoin(users, eq(users.id, deliveryQueue.userId))
    .leftJoin(memories, eq(memories.id, schedules.memoryId))
    .leftJoin(memoryVersions, eq(memoryVersions.id, deliveryQueue.memoryVersionId))
    .where(
      and(
        which,
        or(isNotNull(deliveredAt), isNotNull(openedAt)),
        isNull(releaseRevokedAt),
        sql`lower(${disownedAddress}) is distinct from lower(${sentTo})`,
        or(isNull(users.deletionRequestedAt), eq(users.deletionReceived, 'keep')),
        isNull(memories.deleteOnDeathSince),
        or(isNotNull(memoryVersions.id), memories.isApproved),
      ),
    )
    .orderBy(asc(deliveryQueue.id))
    .limit(limit);
}

function toLink({ delivery, owner, ...content }: Awaited<ReturnType<typeof select>>[number]): GivenLink[] {
  const shown = shownOf({ ...delivery, ...content });
  if (!shown) return [];
  const { id, tokenHash, recipientId, leftFor, sentTo } = delivery;
  return [
    {
      ...{ id, tokenHash, recipientId, leftFor, shown, sentTo },
      owner: { name: fullNameOf(owner), timezone: owner.timezone },
      hasDisplay: isShownToOthers(shown) && shown.displayKey !== null && shown.displayKey !== shown.fileKey,
    },
  ];
}
