import { and, eq, isNotNull, or } from 'drizzle-orm';
import { sweepDeathReports } from '../../../server/features/after-death/death-cases/death-reports/death-reports.jobs.ts';
import { isWaiting, outboxMails } from '../../../server/features/outbox/messages/mails/mails.table.ts';
import { type Report, reportRow } from '../../death-reports.ts';
import type { Site } from './site.ts';
import { becomes } from './steps.ts';

/**
 * Lets hours pass until nobody can object any more. The next hour begins once the messages of the last one
 * have been sent: a worker whose lease ends while it is sending does not send.
 */
export async function untilReleased(site: Site, report: Report): Promise<void> {
  const isBeingSent = and(
    isWaiting,
    or(isNotNull(outboxMails.claimId), eq(outboxMails.kind, 'death-report-objection')),
  );
  await becomes(async () => {
    if ((await site.services.db.$count(outboxMails, isBeingSent)) === 0) site.clock.advance(3600);
    await sweepDeathReports(site.services);
    return (await reportRow(site, report)).state;
  }, 'released');
}
