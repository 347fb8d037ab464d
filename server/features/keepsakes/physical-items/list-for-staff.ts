import { and, eq, getTableColumns, gte, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { StaffItemList, StaffItemQuery } from '../../../../shared/keepsakes/staff-items.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/database.ts';
import { requireFound } from '../../../platform/errors.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { matchesPerson } from '../../accounts/profile/profile.ts';
import { recipients } from '../../people/recipients/recipients.table.ts';
import { physicalItems } from './physical-items.table.ts';
import { type Item, type Reading, toAnswers } from './staff-answers.ts';
import { justBefore, rankOf } from './staff-rules.ts';
import { taskRank, taskSince } from './task-order.ts';

const rank = taskRank(physicalItems);
const since = taskSince(physicalItems);

/** Physical items for staff, a page at a time: first those to send back, then those to hand over. What was just received stays in view. */
export async function listItemsForStaff(
  services: Reading,
  memberId: string,
  query: StaffItemQuery,
): Promise<z.output<typeof StaffItemList>> {
  const rows = await selectForStaff(services.db)
    .where(and(...conditionsOf(query, services.clock.now())))
    .orderBy(rank, since, physicalItems.id)
    .limit(query.limit + 1);
  const items = await toAnswers(services, memberId, rows.slice(0, query.limit));
  const last = rows.length > query.limit ? items.at(-1) : undefined;
  return {
    items,
    next: last ? { afterRank: rankOf(last.task), afterSince: last.since, after: last.id } : null,
  };
}

/** 404 if there is none. */
export async function loadItemForStaff(services: Reading, memberId: string, id: string): Promise<Item> {
  const rows = await selectForStaff(services.db).where(eq(physicalItems.id, id));
  const [item] = await toAnswers(services, memberId, rows);
  return requireFound(item, 'This item');
}

function conditionsOf(
  { task, minAgeHours, owner, afterRank, afterSince, after }: StaffItemQuery,
  now: Date,
): (SQL | undefined)[] {
  const { status, receivedDate, lostAt } = physicalItems;
  const isJustReceived = and(eq(status, 'stored'), gte(receivedDate, justBefore(now)));
  return [
    task ? eq(rank, rankOf(task)) : or(and(lt(rank, rankOf('rest')), isNull(lostAt)), isJustReceived),
    minAgeHours === undefined
      ? undefined
      : sql`${since} <= ${minutesAfter(now, -minAgeHours * 60).toISOString()}`,
    owner ? matchesPerson(owner, users) : undefined,
    afterRank !== undefined && afterSince && after
      ? sql`(${rank}, ${since}, ${physicalItems.id}) > (${afterRank}, ${afterSince.toISOString()}, ${after})`
      : undefined,
  ];
}

function selectForStaff(db: Queryable) {
  return db
    .select({ item: getTableColumns(physicalItems), owner: users, recipient: getTableColumns(recipients) })
    .from(physicalItems)
    .innerJoin(users, eq(users.id, physicalItems.userId))
    .leftJoin(recipients, eq(recipients.id, physicalItems.recipientId))
    .$dynamic();
}
