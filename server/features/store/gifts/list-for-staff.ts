import { and, eq, getTableColumns, lte, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { fullNameOf } from '../../../../shared/names.ts';
import type {
  StaffGiftOrder,
  StaffGiftOrderList,
  StaffGiftOrderQuery,
} from '../../../../shared/store/staff-gift-orders.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import { requireFound } from '../../../platform/errors.ts';
import { wallClockAt } from '../../../platform/local-time.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { matchesPerson } from '../../accounts/profile/profile.ts';
import type { CountQueue } from '../../system/changes/changes.ts';
import { isFutureDay } from './gift-orders.ts';
import { type GiftOrderRow, giftOrders, rankOf, staffRank, staffSince } from './gifts.table.ts';
import { actsOn } from './staff-rules.ts';

type Reading = Pick<Services, 'db' | 'clock'>;
const rank = staffRank(giftOrders.status);
const since = staffSince(giftOrders);

/** A page of gift orders for staff: those still to be sent come first, by day of delivery, so that late ones lead. */
export async function listGiftOrdersForStaff(
  services: Reading,
  query: StaffGiftOrderQuery,
): Promise<z.output<typeof StaffGiftOrderList>> {
  const rows = await selectForStaff(services)
    .where(and(...conditionsOf(query, services.clock.now())))
    .orderBy(rank, giftOrders.deliveryDate, giftOrders.id)
    .limit(query.limit + 1);
  const orders = rows.slice(0, query.limit).map((row) => toAnswer(row, services.clock.now()));
  const last = rows.length > query.limit ? orders.at(-1) : undefined;
  return {
    orders,
    next: last ? { afterRank: rankOf(last.status), afterDay: last.deliveryDate, after: last.id } : null,
  };
}

/** 404 if there is none. */
export async function loadGiftOrderForStaff(
  services: Reading,
  id: string,
): Promise<z.output<typeof StaffGiftOrder>> {
  const [row] = await selectForStaff(services).where(eq(giftOrders.id, id));
  return toAnswer(requireFound(row, 'This order'), services.clock.now());
}

/** Paid orders that have not been sent, and how many of them have reached their day of delivery. */
export const countGiftOrders: CountQueue = async ({ db, clock }, { timezone }) => {
  const { localDate: today } = wallClockAt(clock.now(), timezone);
  const [waiting] = await db
    .select({
      count: sql<number>`count(*)::int`,
      oldest: sql`min(${since})`.mapWith(giftOrders.createdAt),
      late: sql<number>`(count(*) filter (where ${lte(giftOrders.deliveryDate, today)}))::int`,
      begun: sql<number>`(count(*) filter (where ${eq(giftOrders.status, 'preparing')}))::int`,
    })
    .from(giftOrders)
    .where(eq(rank, rankOf('paid')));
  const { begun = 0, ...counts } = waiting ?? {};
  return {
    count: 0,
    oldest: null,
    late: 0,
    ...counts,
    detail: begun > 0 ? `${begun} in preparation` : null,
  };
};

function conditionsOf(
  { status, minAgeHours, owner, afterRank, afterDay, after }: StaffGiftOrderQuery,
  now: Date,
): (SQL | undefined)[] {
  return [
    status ? and(eq(rank, rankOf(status)), eq(giftOrders.status, status)) : lte(rank, rankOf('shipped')),
    minAgeHours === undefined
      ? undefined
      : sql`${since} <= ${minutesAfter(now, -minAgeHours * 60).toISOString()}`,
    owner ? matchesPerson(owner, users) : undefined,
    afterRank !== undefined && afterDay && after
      ? sql`(${rank}, ${giftOrders.deliveryDate}, ${giftOrders.id}) > (${afterRank}, ${afterDay}, ${after})`
      : undefined,
  ];
}

function selectForStaff({ db }: Reading) {
  return db
    .select({ order: getTableColumns(giftOrders), owner: users })
    .from(giftOrders)
    .innerJoin(users, eq(users.id, giftOrders.userId))
    .$dynamic();
}

function toAnswer(
  { order, owner }: Awaited<ReturnType<typeof selectForStaff>>[number],
  now: Date,
): z.output<typeof StaffGiftOrder> {
  const { id, firstName, lastName, email, timezone, memorialisedAt } = owner;
  return {
    ...order,
    since: order.paidAt ?? order.createdAt,
    isLate: isLate(order, now, timezone),
    owner: { id, name: fullNameOf({ firstName, lastName }), email, hasDied: memorialisedAt !== null },
    acts: actsOn(order),
  };
}

function isLate({ status, deliveryDate }: GiftOrderRow, now: Date, timezone: string): boolean {
  return ['paid', 'preparing'].includes(status) && !isFutureDay(deliveryDate, now, timezone);
}
