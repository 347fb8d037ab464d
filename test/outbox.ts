import { sendMails } from '../server/features/outbox/mails/send-mail.ts';
import type { Services } from '../server/platform/context.ts';
import { mailPreparations } from '../server/worker.ts';

/** Does the job of one mail of the outbox. */
export function sendMail(services: Services, mailId: string): Promise<void> {
  return sendMails(services, mailPreparations, [mailId]);
}
