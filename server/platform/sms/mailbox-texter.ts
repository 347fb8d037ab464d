import type { Clock } from '../clock.ts';
import type { Queryable } from '../database.ts';
import { saveToMailbox } from '../mail/mailbox.ts';
import { refuseUnsendableText, requirePhoneNumber, type Texter } from './sms.ts';

// From a range reserved for fiction, so that nobody can be called back by mistake.
const FROM = '+15555550100';

/** The texter used without a provider: stores every text message, exactly once, for /dev/mailbox. */
export function openMailboxTexter(options: { db: Queryable; clock: Clock }): Texter {
  return {
    async send(message) {
      refuseUnsendableText(message.body);
      await saveToMailbox(options.db, {
        channel: 'sms',
        toAddress: requirePhoneNumber(message.to),
        fromAddress: FROM,
        subject: null,
        text: message.body,
        html: null,
        messageId: message.id,
        sentAt: options.clock.now(),
      });
    },
    async check() {},
    async close() {},
  };
}
