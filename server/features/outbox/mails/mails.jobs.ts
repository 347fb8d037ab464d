import type { z } from 'zod';
import type { sendMails as sendMailsJob } from '../../../job-list.ts';
import type { Services } from '../../../platform/context.ts';
import type { JobHandler } from '../../../platform/jobs.ts';
import type { MailHandlers } from './mails.ts';
import { releaseHeldMails } from './quota/quota.ts';
import { requeueAbandoned } from './sending/claim-mails.ts';
import { deleteOldMails, failOldMails, requeueLostMails, sendMails } from './sending/sending.ts';

export const sendMailsHandler =
  (services: Services, handlers: MailHandlers): JobHandler<z.output<typeof sendMailsJob.payload>> =>
  ({ mailIds }) =>
    sendMails(services, handlers, mailIds);

export const sweepHeldMails = releaseHeldMails;
export const sweepAbandonedMails = requeueAbandoned;
export const sweepLostMails = requeueLostMails;
export const eraseMails = deleteOldMails;
export const sweepUnsendableMails = failOldMails;
