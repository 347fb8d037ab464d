import { and, asc, count, eq, isNotNull, lte, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { releaseUndoDays } from '../../../../../shared/accounts/time-limits.ts';
import type { StaffRelease, StaffReleaseQuery } from '../../../../../shared/after-death/releases.ts';
import { fullNameOf } from '../../../../../shared/names.ts';
import { wholeDaysAfter } from '../../../../platform/clock.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { deliveryQueue, schedules } from '../../../delivery/deliveries/deliveries.table.ts';
import { hasLeft } from '../../../delivery/deliveries/state/state.ts';
import { countToErase } from '../../../memories/memories/memories.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { previewRevocation } from './before-revoking.ts';
import { type ReleaseRow, releases } from './releases.table.ts';

const reviser = alias(users, 'reviser');

/** A release, and what had left because of it when it was revoked, or has left by now; 404 if there is none. */
export async function readRelease(
  db: Queryable,
  id: string,
  query: StaffReleaseQuery,
): Promise<z.output<typeof StaffRelease>> {
  const [row] = await db
    .select({ release: releases, owner: users, by: reviser })
    .from(releases)
    .innerJoin(users, eq(users.id, releases.userId))
    .leftJoin(reviser, eq(reviser.id, releases.revokedBy))
    .where(eq(releases.id, id));
  const { release, owner, by } = requireFound(row, 'This release');
  return {
    ...release,
    owner: { id: owner.id, name: fullNameOf(owner), email: owner.email },
    revokedBy: by && { id: by.id, name: fullNameOf(by) },
    toErase: {
      waiting: release.revokedAt ? 0 : await countToErase(db, owner.id),
      erased: release.erasedMemories,
      after: wholeDaysAfter(release.releasedAt, releaseUndoDays),
    },
    ifRevoked: await previewRevocation(db, release),
    ...(await countLeft(db, release)),
    ...(await listLeft(db, release, query)),
  };
}

async function countLeft(db: Queryable, release: ReleaseRow) {
  const [counts] = await db
    .select({ leftCount: count(), openedCount: count(deliveryQueue.openedAt) })
    .from(deliveryQueue)
    .innerJoin(schedules, eq(schedules.id, deliveryQueue.scheduleId))
    .where(leftThen(release));
  return requireFound(counts);
}

async function listLeft(db: Queryable, release: ReleaseRow, { limit, afterBegun, after }: StaffReleaseQuery) {
  const rows = await db
    .select({
      id: deliveryQueue.id,
      recipientFirstName: deliveryQueue.recipientFirstName,
      deliveryMethod: schedules.deliveryMethod,
      state: deliveryQueue.status,
      sentTo: deliveryQueue.sentTo,
      deliveredAt: deliveryQueue.deliveredAt,
      openedAt: deliveryQueue.openedAt,
      closedAt: deliveryQueue.releaseRevokedAt,
      begunAt: deliveryQueue.createdAt,
      changedBy: recipients.addressChangedBy,
      changedAt: recipients.addressChangedAt,
      lastAttempt: deliveryQueue.lastAttempt,
    })
    .from(deliveryQueue)
    .innerJoin(schedules, eq(schedules.id, deliveryQueue.scheduleId))
    .leftJoin(recipients, eq(recipients.id, deliveryQueue.recipientId))
    .where(
      and(
        leftThen(release),
        afterBegun && after
          ? sql`(${deliveryQueue.createdAt}, ${deliveryQueue.id}) > (${afterBegun.toISOString()}, ${after})`
          : undefined,
      ),
    )
    .orderBy(asc(deliveryQueue.createdAt), asc(deliveryQueue.id))
    .limit(limit + 1);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  const left = rows.slice(0, limit).map(({ changedBy: by, changedAt: at, lastAttempt, ...row }) => ({
    ...row,
    // Leaves out a change of address that came after the letter was sent.
    changed: by && at && lastAttempt && at <= lastAttempt ? { by, at } : null,
  }));
  return { left, next: last ? { afterBegun: last.begunAt, after: last.id } : null };
}

/** Of the letters for after the owner's death, those that had left by the end of this release, or by now. */
function leftThen({ userId, revokedAt }: ReleaseRow) {
  return and(
    eq(schedules.userId, userId),
    or(eq(schedules.deliveryType, 'on_death'), isNotNull(deliveryQueue.releaseRevokedAt)),
    hasLeft,
    revokedAt ? lte(deliveryQueue.createdAt, revokedAt) : undefined,
  );
}
