import type { Clock } from '../clock.ts';
import type { Queryable } from '../database.ts';
import { refuseUnsendable, requireSender } from './address.ts';
import type { Mailer } from './mail.ts';
import { saveToMailbox } from './mailbox.ts';

/** The mailer used without a mail server: stores every mail, exactly once, for /dev/mailbox. */
export function openMailboxMailer(options: { db: Queryable; from: string; clock: Clock }): Mailer {
  const sender = requireSender(options.from);
  return {
    from: options.from,
    async send(mail) {
      refuseUnsendable(mail);
      const name = mail.fromName ?? sender.name;
      await saveToMailbox(options.db, {
        channel: 'email',
        toAddress: mail.to,
        fromAddress: name ? `${name} <${sender.address}>` : sender.address,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        calendar: mail.calendar?.content,
        messageId: mail.messageId,
        sentAt: options.clock.now(),
      });
      await mail.onAccepted?.();
    },
    async check() {},
    async close() {},
  };
}
