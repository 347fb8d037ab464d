import { and, count, eq, isNotNull, isNull, not } from 'drizzle-orm';
import type { z } from 'zod';
import type { StaffRelease } from '../../../../../shared/after-death/releases.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { deliveryQueue, memoryRecipients, schedules } from '../../../delivery/deliveries/deliveries.table.ts';
import { hasLeft, isMoreThanLink } from '../../../delivery/deliveries/state/state.ts';
import type { ReleaseRow } from './releases.table.ts';
import { listTold } from './who-was-told.ts';

export async function previewRevocation(
  db: Queryable,
  release: ReleaseRow,
): Promise<z.output<typeof StaffRelease>['ifRevoked']> {
  if (release.revokedAt) return null;
  const told = await listTold(db, release);
  const reachable = told.filter(({ contact }) => contact !== null);
  const named = reachable.filter(({ roles }) =>
    roles.some((role) => role === 'contact' || role === 'reporter'),
  );
  return {
    stopCount: (await countPlanned(db, release)) + (await countBegun(db, release)),
    named: named.flatMap(({ firstNames }) => firstNames),
    namedCount: named.length,
    recipientCount: reachable.length - named.length,
    byPostOnly: told.length - reachable.length,
  };
}

const afterDeath = eq(schedules.deliveryType, 'on_death');

async function countPlanned(db: Queryable, { userId }: ReleaseRow): Promise<number> {
  const [planned] = await db
    .select({ count: count() })
    .from(schedules)
    .innerJoin(memoryRecipients, eq(memoryRecipients.scheduleId, schedules.id))
    .where(
      and(
        eq(schedules.userId, userId),
        afterDeath,
        isNull(schedules.startedAt),
        isNotNull(schedules.memoryId),
      ),
    );
  return planned?.count ?? 0;
}

async function countBegun(db: Queryable, { userId }: ReleaseRow): Promise<number> {
  const [begun] = await db
    .select({ count: count() })
    .from(deliveryQueue)
    .innerJoin(schedules, eq(schedules.id, deliveryQueue.scheduleId))
    .where(and(eq(schedules.userId, userId), afterDeath, not(hasLeft), isMoreThanLink));
  return begun?.count ?? 0;
}
