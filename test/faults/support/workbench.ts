import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { deliverHandler } from '../../../server/features/delivery/deliveries/deliveries.jobs.ts';
import {
  requeueLostDeliveries,
  sweepDueDeliveries,
} from '../../../server/features/delivery/deliveries/start/sweep.jobs.ts';
import { sendMailsHandler } from '../../../server/features/outbox/messages/mails/mails.jobs.ts';
import { deliver, sendMails } from '../../../server/job-list.ts';
import { mailHandlers } from '../../../server/mail-handlers.ts';
import { readConfig } from '../../../server/platform/config.ts';
import type { Services } from '../../../server/platform/context.ts';
import type { JobDefinition } from '../../../server/platform/jobs.ts';
import { openSmtpMailer, type SmtpLimits } from '../../../server/platform/mail/smtp-mailer.ts';
import { openServices } from '../../../server/services.ts';
import { eventually, type TestClock } from '../../app.ts';
import type { Place } from './place.ts';

/** The delivering half of one worker in this process, on a clock that the test moves. */
export interface Workbench {
  services: Services;
  /** Takes jobs from the queue from now on. */
  work(): Promise<void>;
  /** One run of the sweep, and all jobs that result from it. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

/** Opens it on `place`; closed when the test ends. Two of them are two workers. */
export async function openWorkbench(
  { env }: Place,
  { clock, smtpUrl, limits = {} }: { clock: TestClock; smtpUrl: string; limits?: Partial<SmtpLimits> },
): Promise<Workbench> {
  const log = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' });
  const opened = await openServices(readConfig(env), log, { clock });
  const mailer = openSmtpMailer({ url: smtpUrl, from: 'letters@long-after.example', limits });
  const services = { ...opened.services, mailer };
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= opened.close(1).then(() => mailer.close());
    return closing;
  };
  onTestFinished(close);
  const { jobs } = services;
  return {
    services,
    async work() {
      await requeueLostDeliveries(services)();
      await jobs.work(deliver, deliverHandler(services));
      await jobs.work(sendMails, sendMailsHandler(services, mailHandlers));
    },
    async sweep() {
      await sweepDueDeliveries(services);
      const isIdle = async (job: JobDefinition) => (await jobs.backlog(job)) === 0;
      await eventually(() => isIdle(deliver), 'all deliveries to be tried');
      await eventually(async () => {
        // Confirmations are collected for a minute.
        await services.db.execute(
          `update pgboss.job set start_after = now() where name = '${sendMails.name}' and start_after > now()`,
        );
        return isIdle(sendMails);
      }, 'the mails to be sent');
    },
    close,
  };
}
