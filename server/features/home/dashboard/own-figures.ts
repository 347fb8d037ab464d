import { and, count, countDistinct, eq, isNotNull, max } from 'drizzle-orm';
import type { z } from 'zod';
import type { GapKind } from '../../../../shared/delivery/rehearsal.ts';
import type { OwnFigures } from '../../../../shared/home/own-figures.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import type { Queryable } from '../../../platform/database.ts';
import { daysAfter, wallClockAt } from '../../../platform/local-time.ts';
import type { UserRow } from '../../accounts/profile/profile.table.ts';
import { deathReports } from '../../after-death/death-cases/death-reports/death-reports.table.ts';
import { objectionHoursOf } from '../../after-death/release-wishes/release-wishes.ts';
import { standingForDelivery } from '../../billing/subscriptions/standing/standing.ts';
import { readPressing } from '../../delivery/received/rehearsal/rehearsal.ts';
import { itemFiles } from '../../keepsakes/physical-items/physical-items.ts';
import { memoryOpenings } from '../../memories/memories/memories.table.ts';
import { countMemories, memoryFiles } from '../../memories/memories/memories.ts';
import { sendingChannels } from '../../outbox/messages/messages.ts';
import type { RecipientRow } from '../../people/recipients/recipients.table.ts';
import { contactOf, listRecipients } from '../../people/recipients/recipients.ts';
import { countWhole } from '../../system/stored-files/stored-files.ts';

type Figures = z.output<typeof OwnFigures>;
type Reading = Pick<Services, 'db' | 'clock' | 'config'>;

/** One figure for each part of the page on how we keep things. */
export async function readOwnFigures(services: Reading, owner: UserRow): Promise<Figures> {
  const { db, clock } = services;
  const [files, byType, opened, firstDay, reports, book] = await Promise.all([
    countWhole(db, [...memoryFiles, ...itemFiles], owner.id),
    countMemories(db, owner.id),
    countOpened(db, owner.id),
    findFirstDay(services, owner),
    countReports(db, owner.id),
    listRecipients(db, owner.id),
  ]);
  const living = book.filter(({ diedAt }) => !diedAt);
  return {
    ...{ timezone: owner.timezone, files, opened, firstDay, reports },
    memories: Object.values(byType).reduce((sum, some) => sum + some, 0),
    letters: byType.letter,
    tellers: living.filter(isTold).map(({ firstName }) => firstName),
    payment: paymentOf(owner, clock.now()),
    people: { count: living.length, unreachable: await findUnreachable(services, owner, living) },
  };
}

const isTold = ({ trustedContact, trustedContactToldAt }: RecipientRow) =>
  trustedContact && trustedContactToldAt !== null;

async function countOpened(db: Queryable, userId: string): Promise<Figures['opened']> {
  const [row] = await db
    .select({ memories: countDistinct(memoryOpenings.memoryId), lastAt: max(memoryOpenings.openedAt) })
    .from(memoryOpenings)
    .where(eq(memoryOpenings.userId, userId));
  return row ?? { memories: 0, lastAt: null };
}

/** How long the owner could still object if the proof were read at once; their quiet days are added to that. */
async function findFirstDay(services: Reading, owner: UserRow): Promise<string> {
  const now = services.clock.now();
  const hours = await objectionHoursOf(services.db, services, owner.id, now);
  const { localDate } = wallClockAt(minutesAfter(now, hours * 60), owner.timezone);
  return daysAfter(localDate, owner.quietDays);
}

async function countReports(db: Queryable, userId: string): Promise<Figures['reports']> {
  const [row] = await db
    .select({ count: count(), lastAt: max(deathReports.submittedAt) })
    .from(deathReports)
    .where(and(eq(deathReports.userId, userId), isNotNull(deathReports.submittedAt)));
  return row ?? { count: 0, lastAt: null };
}

function paymentOf(owner: UserRow, now: Date): Figures['payment'] {
  const standing = standingForDelivery(owner, now);
  return {
    isFree: owner.subscriptionPlan === 'free',
    paidThrough: owner.paidThrough,
    due: standing.state === 'current' ? 0 : standing.amountCents / 100,
  };
}

const unreachableGaps: readonly GapKind[] = [
  'no_address',
  'only_phone',
  'no_mailing_address',
  'address_does_not_work',
];

/** People for whom something waits because of their address, and those without an address that we could use. */
async function findUnreachable(
  services: Reading,
  owner: UserRow,
  living: readonly RecipientRow[],
): Promise<Figures['people']['unreachable']> {
  const channels = sendingChannels(services);
  const gaps = await readPressing(services, owner);
  const waiting = gaps.filter(({ kind }) => unreachableGaps.includes(kind)).flatMap(({ people }) => people);
  const ids = new Set(waiting.map(({ id }) => id));
  return living
    .filter((person) => ids.has(person.id) || !(contactOf(person, channels) || person.mailingAddress))
    .map(({ id, firstName }) => ({ id, firstName }));
}
