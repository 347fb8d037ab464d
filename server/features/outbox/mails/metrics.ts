import { isNotNull, sql } from 'drizzle-orm';
import type { ReadMetrics } from '../../system/health/health.ts';
import { isWaiting, outboxMails } from './mails.table.ts';

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
      help: 'E-mails in the outbox that are not sent yet.',
      samples: [{ value: unsent?.count ?? 0 }],
    },
    {
      name: 'long_after_outbox_oldest_seconds',
      help: 'Age of the oldest mail in the outbox that is not sent yet; 0 where there is none.',
      samples: [{ value: unsent?.oldestSeconds ?? 0 }],
    },
    {
      name: 'long_after_outbox_failed',
      help: 'E-mails in the outbox that could not be sent and wait for a person.',
      samples: [{ value: failed }],
    },
  ];
};
