import type { z } from 'zod';
import { linesAtFirst, type Rehearsal } from '../../../../../shared/delivery/rehearsal.ts';
import { plans } from '../../../../../shared/plans.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { dayMonthsAfter, daysAfter, wallClockAt } from '../../../../platform/local-time.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { planInForce, standingForDelivery } from '../../../billing/subscriptions/standing/standing.ts';
import { listItemsToHandOver } from '../../../keepsakes/physical-items/physical-items.ts';
import { listDeletedWithDeath } from '../../../memories/memories/memories.ts';
import { sendingChannels } from '../../../outbox/messages/messages.ts';
import type { RecipientRow } from '../../../people/recipients/recipients.table.ts';
import { listRecipients } from '../../../people/recipients/recipients.ts';
import { forecastDeliveries, listFailedAtFirst, listUnplanned } from '../../deliveries/forecast/forecast.ts';
import type { Release } from '../../deliveries/plan/plan.ts';
import { findGaps, findPressing, type Gap, type Known } from './gaps.ts';
import { linesOf, sumsOf } from './lines.ts';

type Answer = z.output<typeof Rehearsal>;
type Reading = Pick<Services, 'clock' | 'config'> & { db: Queryable };

/** How a report of the owner's death would go if its proof came today. */
export interface DeathDeadlines {
  proofReadBy: Date;
  objectionHours: number;
  releasedAt: Date;
}

/**
 * What would happen if the owner died today (with `death`), or over the years, and what is missing for that.
 * Changes nothing. It calls the functions that deliver, for other days.
 */
export async function rehearse(
  services: Reading,
  owner: UserRow,
  { death, isWhole }: { death: DeathDeadlines | null; isWhole: boolean },
): Promise<Answer> {
  const { db, clock } = services;
  const now = clock.now();
  const { localDate: today } = wallClockAt(now, owner.timezone);
  const { quietDays } = owner;
  const release: Release | null = death && { releasedAt: death.releasedAt, quietDays };
  const guarantee = guaranteeOf(owner, now);
  const known = await readKnown(services, owner, { now, release });
  const lines = linesOf(known, { release });
  const shown = isWhole ? lines : lines.slice(0, linesAtFirst);
  return {
    ...{ as: death ? 'death' : 'years', now, today, timezone: owner.timezone, guarantee },
    ...{ lines: shown, linesLeft: lines.length - shown.length, sums: sumsOf(lines) },
    gaps: findGaps(known),
    deletedWithDeath: await listDeletedWithDeath(db, owner.id),
    ...reachedIn(lines),
    death: death && {
      ...death,
      contact: tellerIn(known.book)?.firstName ?? null,
      quietDays,
      quietUntil:
        quietDays > 0 ? daysAfter(wallClockAt(death.releasedAt, owner.timezone).localDate, quietDays) : null,
    },
  };
}

/**
 * What prevents something from reaching somebody now, while the owner is alive: the gaps that cannot
 * wait. Reads little more than what waits, unless the plan is not paid.
 */
export async function readPressing(
  { db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>,
  owner: UserRow,
): Promise<Gap[]> {
  const now = clock.now();
  const onlyTroubled = standingForDelivery(owner, now).state === 'current';
  const forecasts = await forecastDeliveries(db, owner, {
    ...{ now, release: null, channels: sendingChannels({ config }), onlyTroubled },
  });
  return findPressing({ owner, now, forecasts });
}

async function readKnown(
  { db, config }: Reading,
  owner: UserRow,
  { now, release }: { now: Date; release: Release | null },
): Promise<Known> {
  // One after the other: a transaction is a single connection.
  const forecasts = await forecastDeliveries(db, owner, {
    ...{ now, release, channels: sendingChannels({ config }) },
  });
  const book = await listRecipients(db, owner.id);
  const failedAtFirst = await listFailedAtFirst(db, owner.id);
  const items = await listItemsToHandOver(db, owner.id);
  const unplanned = await listUnplanned(db, owner.id);
  const { until: guaranteedUntil } = guaranteeOf(owner, now);
  return { owner, now, forecasts, book, failedAtFirst, items, unplanned, guaranteedUntil };
}

function guaranteeOf(owner: UserRow, now: Date): Answer['guarantee'] {
  const { localDate: today } = wallClockAt(now, owner.timezone);
  const plan = planInForce(owner, now);
  const years = plans[plan].guaranteeYears;
  return { plan, years, until: dayMonthsAfter(today, years * 12) };
}

/** Everybody who would receive at least one thing can be reached. */
function reachedIn(lines: Answer['lines']): Pick<Answer, 'reached' | 'missed'> {
  const people = Map.groupBy(lines, ({ recipient }) => recipient.id);
  const [reached, missed]: [string[], string[]] = [[], []];
  for (const [first, ...others] of people.values()) {
    if (!first) continue;
    const isReached = [first, ...others].some(({ reason }) => reason === null);
    (isReached ? reached : missed).push(first.recipient.firstName);
  }
  return { reached, missed };
}

/** The first trusted contact who was told what to do. */
function tellerIn(book: readonly RecipientRow[]): RecipientRow | undefined {
  return book.find(
    ({ trustedContact, trustedContactToldAt, diedAt }) => trustedContact && trustedContactToldAt && !diedAt,
  );
}
