import { and, asc, eq, isNull, ne, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { type GuardianPage, guardianNoticeDays } from '../../../../../shared/delivery/guardians.ts';
import { linkOnlyReasons } from '../../../../../shared/delivery/waiting-reasons.ts';
import { ageAt, birthdayAtAge, sayEndsOn } from '../../../../../shared/people/guardians.ts';
import { wholeDaysAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { readDatabaseTime } from '../../../../platform/database-time.ts';
import { AppError, notFound } from '../../../../platform/errors.ts';
import { dayMonthsAfter, wallClockAt } from '../../../../platform/local-time.ts';
import { type UserRow, users } from '../../../accounts/profile/profile.table.ts';
import { memories } from '../../../memories/memories/memories.table.ts';
import { sendingChannels } from '../../../outbox/messages/messages.ts';
import { type RecipientRow, recipients } from '../../../people/recipients/recipients.table.ts';
import { contactOf, findOpenProposal } from '../../../people/recipients/recipients.ts';
import { deliveryQueue, memoryRecipients, schedules } from '../deliveries.table.ts';
import { nextBirthday } from './ask-again.ts';
import { sayEndsAt, silenceEndsAt } from './guardian-hold.ts';
import { type GuardianLinkRow, guardianLinks, guardianQuestions } from './guardians.table.ts';
import { isLink } from './links.ts';

type Page = z.output<typeof GuardianPage>;
type Shown = Page['moments'][number];

interface Moment extends Shown {
  /** The day on which it is due, whatever the guardian says. */
  plannedOn: string;
}

/** A guardian, the child, and the day on which the guardian's say ends. */
export interface Place {
  link: GuardianLinkRow;
  owner: UserRow;
  child: RecipientRow & { birthday: string };
  guardian: RecipientRow;
  endsOn: string;
  isOver: boolean;
  now: Date;
  today: string;
}

const guardians = alias(recipients, 'guardians');

/** 404 for an unknown link, for somebody who is no longer the guardian, and for a child whose birthday is not known. */
async function findPlace(db: Queryable, services: Pick<Services, 'clock'>, token: string): Promise<Place> {
  const place = await findPlaceOf(db, services, isLink(token));
  if (!place) throw notFound('This page');
  return place;
}

export async function findPlaceOf(
  db: Queryable,
  { clock }: Pick<Services, 'clock'>,
  which: SQL,
): Promise<Place | undefined> {
  const [row] = await db
    .select({ link: guardianLinks, owner: users, child: recipients, guardian: guardians })
    .from(guardianLinks)
    .innerJoin(recipients, eq(recipients.id, guardianLinks.recipientId))
    .innerJoin(guardians, eq(guardians.id, guardianLinks.guardianId))
    .innerJoin(users, eq(users.id, guardianLinks.userId))
    .where(
      and(which, eq(recipients.guardianId, guardianLinks.guardianId), isNull(users.deletionRequestedAt)),
    );
  const endsOn = row && sayEndsOn(row.child);
  const endsAt = row && sayEndsAt(row.child, row.owner.timezone);
  if (!row?.child.birthday || !endsOn || !endsAt) return undefined;
  const { link, owner, guardian } = row;
  const now = await readDatabaseTime(db, clock);
  const today = wallClockAt(now, owner.timezone).localDate;
  const child = { ...row.child, birthday: row.child.birthday };
  return { link, owner, guardian, child, endsOn, isOver: now >= endsAt, now, today };
}

/** 409 once the guardian has no say. */
export async function requireSay(
  db: Queryable,
  services: Pick<Services, 'clock'>,
  token: string,
): Promise<Place> {
  const place = await findPlace(db, services, token);
  if (!place.isOver) return place;
  const { firstName } = place.child;
  throw new AppError('conflict', `${firstName} is ${place.child.guardianUntilAge} now, and decides alone.`);
}

/** What the guardian sees: kinds and days, but nothing of the content. Reading it changes nothing. */
export async function readGuardianPage(
  services: Pick<Services, 'db' | 'clock' | 'config'>,
  token: string,
): Promise<Page> {
  const place = await findPlace(services.db, services, token);
  const { owner, child, guardian, endsOn, isOver, today } = place;
  return {
    ownerFirstName: owner.firstName,
    guardianFirstName: guardian.firstName,
    childFirstName: child.firstName,
    today,
    childAge: ageAt(child.birthday, today),
    untilAge: child.guardianUntilAge,
    endsOn,
    isOver,
    ownerHasDied: owner.memorialisedAt !== null,
    moments: isOver ? [] : await listMoments(services.db, place),
    address: await addressStateOf(services, child),
  };
}

async function addressStateOf(
  services: Pick<Services, 'db' | 'config'>,
  child: RecipientRow,
): Promise<Page['address']> {
  if (contactOf(child, sendingChannels(services))) return 'known';
  return (await findOpenProposal(services.db, child.id)) ? 'asked' : 'missing';
}

/** What is waiting, or due within the days that a guardian is told about, in order of time. */
export async function listMoments(db: Queryable, place: Place): Promise<Moment[]> {
  const { child, guardian, now } = place;
  const soon = wholeDaysAfter(now, guardianNoticeDays);
  const rows = await db
    .select({
      question: guardianQuestions,
      dueAt: schedules.dueAt,
      method: schedules.deliveryMethod,
      kind: memories.type,
    })
    .from(guardianQuestions)
    .innerJoin(schedules, eq(schedules.id, guardianQuestions.scheduleId))
    .innerJoin(memories, eq(memories.id, schedules.memoryId))
    .innerJoin(
      memoryRecipients,
      and(eq(memoryRecipients.scheduleId, schedules.id), eq(memoryRecipients.recipientId, child.id)),
    )
    .leftJoin(
      deliveryQueue,
      and(eq(deliveryQueue.scheduleId, schedules.id), eq(deliveryQueue.recipientId, child.id)),
    )
    .where(
      and(
        eq(guardianQuestions.recipientId, child.id),
        eq(guardianQuestions.guardianId, guardian.id),
        sql`${schedules.dueAt} <= ${soon.toISOString()}`,
        or(
          isNull(deliveryQueue.status),
          and(
            ne(deliveryQueue.status, 'delivered'),
            or(
              isNull(deliveryQueue.waitingReason),
              notInArray(deliveryQueue.waitingReason, [...linkOnlyReasons]),
            ),
          ),
        ),
      ),
    )
    .orderBy(asc(schedules.dueAt), asc(guardianQuestions.id));
  const dated = rows.flatMap(({ dueAt, ...row }) => (dueAt ? [{ ...row, dueAt }] : []));
  const moments = Map.groupBy(dated, ({ dueAt }) => dueAt.getTime());
  return [...moments.values()].flatMap((together) => momentOf(place, together) ?? []);
}

interface Coming {
  question: typeof guardianQuestions.$inferSelect;
  dueAt: Date;
  method: string;
  kind: Moment['kinds'][number];
}

function momentOf(place: Place, together: readonly Coming[]): Moment | undefined {
  const [first] = together;
  if (!first) return undefined;
  const { owner, child, now } = place;
  const { answer, askAgainOn } = first.question;
  const hasTime = owner.memorialisedAt !== null && !answer;
  const comesAt = new Date(
    Math.max(first.dueAt.getTime(), hasTime ? silenceEndsAt(first.question).getTime() : 0),
  );
  const { localDate, localTime, timezone } = wallClockAt(comesAt, owner.timezone);
  const age = ageAt(child.birthday, localDate);
  return {
    ids: together.map(({ question }) => question.id),
    kinds: together.map(({ kind }) => kind),
    comesAt,
    comesOn: localDate,
    plannedOn: wallClockAt(first.dueAt, owner.timezone).localDate,
    comesAtTime: localTime,
    timezone,
    birthday: age > 0 && birthdayAtAge(child.birthday, age) === localDate ? age : null,
    isDue: first.dueAt <= now,
    byPost: together.every(({ method }) => method === 'physical'),
    answer,
    askAgainOn,
    askAgain: askAgainDays(place, first.dueAt),
  };
}

/** The days on which they can be asked again about what is due then; null for a day on which they would no longer have a say. */
export function askAgainDays(
  { owner, child, today, endsOn }: Place,
  dueAt: Date,
): Record<'three_months' | 'next_birthday', string | null> {
  const due = wallClockAt(dueAt, owner.timezone).localDate;
  const from = due > today ? due : today;
  const later = dayMonthsAfter(from, 3);
  return { three_months: later < endsOn ? later : null, next_birthday: nextBirthday(child, from) };
}
