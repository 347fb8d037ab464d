import { MessageFault } from '../mail/mail.ts';
import type { Texter } from './sms.ts';

/** The texter used with a mail server but without a provider: it refuses, so that nothing counts as sent that nobody gets. */
export function openNoTexter(): Texter {
  return {
    async send() {
      throw new MessageFault('permanent', 'No provider of text messages is set up here');
    },
    async check() {},
    async close() {},
  };
}
