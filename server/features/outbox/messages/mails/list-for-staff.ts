import { and, desc, eq, inArray, isNotNull, lte, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { maskAddress } from '../../../../../shared/outbox/channels.ts';
import type {
  MailState,
  StaffMail,
  StaffMailCounts,
  StaffMailList,
  StaffMailQuery,
} from '../../../../../shared/outbox/staff-mails.ts';
import { secondsAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { fieldError, requireFound } from '../../../../platform/errors.ts';
import { longestGrowingPause } from '../retries/retries.ts';
import { actsOn, stateOf } from './mail-states.ts';
import { isWaiting, type MailRow, outboxMails } from './mails.table.ts';

export type Reading = Pick<Services, 'db' | 'clock'>;
/**
 * The ids of the accounts whose name or address begins with a text; undefined if there are too many. Passed
 * in, since accounts are above this district.
 */
export type FindPeople = (db: Queryable, text: string) => Promise<string[] | undefined>;

/** The outbox, newest mails first, a page at a time. 400 if `person` is too short. */
export async function listMailsForStaff(
  services: Reading,
  findPeople: FindPeople,
  query: StaffMailQuery,
): Promise<z.output<typeof StaffMailList>> {
  const { db, clock } = services;
  const people = query.person ? await findPeople(db, query.person) : [];
  if (!people) throw fieldError('person', 'This finds too many people. Please type more.');
  const rows = await db
    .select()
    .from(outboxMails)
    .where(
      and(
        query.person ? inArray(outboxMails.userId, people) : undefined,
        ...conditionsOf(query, clock.now()),
      ),
    )
    .orderBy(desc(outboxMails.createdAt), desc(outboxMails.id))
    .limit(query.limit + 1);
  const page = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? page.at(-1) : undefined;
  return {
    mails: page.map((mail) => toAnswer(mail, clock.now())),
    next: last ? { beforeWritten: last.createdAt, before: last.id } : null,
  };
}

/** 404 if there is none. */
export async function loadMailForStaff(
  { db, clock }: Reading,
  id: string,
): Promise<z.output<typeof StaffMail>> {
  const [mail] = await db.select().from(outboxMails).where(eq(outboxMails.id, id));
  return toAnswer(requireFound(mail, 'This mail'), clock.now());
}

export async function countMailsForStaff(db: Queryable): Promise<z.output<typeof StaffMailCounts>> {
  const waiting = await db.$count(outboxMails, isWaiting);
  return { waiting, failed: await db.$count(outboxMails, isNotNull(outboxMails.failedAt)) };
}

const inState: Record<MailState, SQL | undefined> = {
  waiting: isWaiting,
  failed: isNotNull(outboxMails.failedAt),
  sent: isNotNull(outboxMails.sentAt),
  unwanted: isNotNull(outboxMails.unwantedAt),
};

function conditionsOf(
  { kind, state, minAgeHours, beforeWritten, before }: StaffMailQuery,
  now: Date,
): (SQL | undefined)[] {
  return [
    kind && eq(outboxMails.kind, kind),
    state && inState[state],
    minAgeHours === undefined ? undefined : lte(outboxMails.createdAt, secondsAfter(now, -minAgeHours * 60)),
    beforeWritten && before
      ? sql`(${outboxMails.createdAt}, ${outboxMails.id}) < (${beforeWritten.toISOString()}, ${before})`
      : undefined,
  ];
}

function toAnswer(mail: MailRow, now: Date): z.output<typeof StaffMail> {
  const address = addressOf(mail);
  return {
    ...mail,
    state: stateOf(mail),
    to: address && maskAddress({ channel: mail.channel ?? 'email', address }),
    writtenAt: mail.createdAt,
    nextAttemptBy: nextAttemptBy(mail),
    endedAt: mail.unwantedAt ?? mail.failedAt ?? mail.sentAt,
    acts: actsOn(mail, now),
  };
}

/** Where it was or will be sent; null if its feature looks the address up when it is sent. */
export function addressOf({ sentTo, toAddress }: MailRow): string | null {
  return sentTo ?? toAddress;
}

function nextAttemptBy(mail: MailRow): Date | null {
  const { heldUntil, lastAttemptAt } = mail;
  if (stateOf(mail) !== 'waiting') return null;
  if (heldUntil) return heldUntil;
  return lastAttemptAt && secondsAfter(lastAttemptAt, longestGrowingPause);
}
