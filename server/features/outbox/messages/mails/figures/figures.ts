import { gte, isNotNull, lte, sql } from 'drizzle-orm';
import { minutesAfter, wholeDaysAfter } from '../../../../../platform/clock.ts';
import type { ReadMetrics } from '../../../../../platform/context.ts';
import type { QueueCount } from '../../../../system/changes/changes.ts';
import type { Reading } from '../list-for-staff.ts';
import { isWaiting, outboxMails } from '../mails.table.ts';

export const mailMetrics: ReadMetrics = async ({ db, clock }) => {
  const [unsent] = await db
    .select({
      count: sql<number>`count(*)::int`,
      oldestSeconds: sql<number>`coalesce(extract(epoch from ${clock.databaseNow()} - min(created_at)), 0)::float`,
    })
    .from(outboxMails)
    .where(isWaiting);
  const failed = await db.$count(outboxMails, isNotNull(outboxMails.failedAt));
  return [
    {
      name: 'long_after_outbox_mails',
      help: 'Emails in the outbox that are not sent yet.',
      samples: [{ value: unsent?.count ?? 0 }],
    },
    {
      name: 'long_after_outbox_oldest_seconds',
      help: 'Age of the oldest mail in the outbox that is not sent yet; 0 where there is none.',
      samples: [{ value: unsent?.oldestSeconds ?? 0 }],
    },
    {
      name: 'long_after_outbox_failed',
      help: 'Emails in the outbox that could not be sent and wait for a person.',
      samples: [{ value: failed }],
    },
  ];
};

const lateHours = 24;

/** Mails that wait for a person: how many, since when, and how many of them for more than a day. */
export async function countFailedMails({ db, clock }: Reading): Promise<QueueCount> {
  const late = minutesAfter(clock.now(), -lateHours * 60);
  const [failed] = await db
    .select({
      count: sql<number>`count(*)::int`,
      oldest: sql`min(${outboxMails.failedAt})`.mapWith(outboxMails.failedAt),
      late: sql<number>`(count(*) filter (where ${lte(outboxMails.failedAt, late)}))::int`,
    })
    .from(outboxMails)
    .where(isNotNull(outboxMails.failedAt));
  return failed ?? { count: 0, oldest: null, late: 0 };
}

/** Mails are sent within seconds; one written longer ago than this is not counted, even if it was sent in the last day. */
const writtenWithinHours = 48;

/** What became of the mails of the last 24 hours, not counting deliveries' own mails. */
export async function countLatestMails({ db, clock }: Reading): Promise<{ sent: number; failed: number }> {
  const now = clock.now();
  const dayAgo = wholeDaysAfter(now, -1);
  const [latest] = await db
    .select({
      sent: sql<number>`(count(*) filter (where ${gte(outboxMails.sentAt, dayAgo)}))::int`,
      failed: sql<number>`(count(*) filter (where ${gte(outboxMails.failedAt, dayAgo)}))::int`,
    })
    .from(outboxMails)
    .where(gte(outboxMails.createdAt, minutesAfter(now, -writtenWithinHours * 60)));
  return latest ?? { sent: 0, failed: 0 };
}
