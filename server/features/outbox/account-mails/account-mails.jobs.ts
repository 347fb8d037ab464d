import type { z } from 'zod';
import type { sendAccountMail as sendAccountMailJob } from '../../../job-list.ts';
import type { Services } from '../../../platform/context.ts';
import type { JobHandler } from '../../../platform/jobs.ts';
import { forgetOldMails, sendAccountMail, sendAccountMailsLater } from './send-account-mail.ts';

export const sendAccountMailHandler =
  (services: Services): JobHandler<z.output<typeof sendAccountMailJob.payload>> =>
  ({ mailId }) =>
    sendAccountMail(services, mailId);

/** Called at a steady beat: no mail stays unsent because the queue was lost. */
export async function sweepAccountMails(services: Services): Promise<void> {
  await sendAccountMailsLater(services);
  await forgetOldMails(services);
}
