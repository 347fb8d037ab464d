import { mailFacts } from '../../../shared/outbox/mail-kinds.ts';
import type { MailAct, StaffMail } from '../../../shared/outbox/staff-mails.ts';
import type { BulkAct } from '../console/bulk-run.ts';
import { sendMailAct } from './mail-act-dialog.tsx';
import { stateWords } from './words.ts';

const emails = (count: number) => `${count} ${count === 1 ? 'email' : 'emails'}`;

const words: Record<MailAct, Pick<BulkAct<StaffMail>, 'title' | 'what' | 'will' | 'did'>> = {
  'send-again': {
    title: 'Send again',
    what: (count) => `Send ${count} again`,
    will: (count) => `${emails(count)} will be tried at once`,
    did: (count) => `${emails(count)} tried again.`,
  },
  'set-aside': {
    title: 'Set aside',
    what: (count) => `Set ${count} aside`,
    will: (count) => `${emails(count)} will not be sent, and wait for nobody any more`,
    did: (count) => `${emails(count)} set aside.`,
  },
};

/** What can be done to several emails at once. */
export const bulkActs: readonly BulkAct<StaffMail>[] = (['send-again', 'set-aside'] as const).map((act) => ({
  ...words[act],
  name: act,
  fits: ({ acts }) => acts.includes(act),
  refusalOf: ({ state }) => stateWords[state].label.toLowerCase(),
  nameOf: ({ kind, to }) => (to ? `${mailFacts[kind].label}, ${to}` : mailFacts[kind].label),
  send: (mail, reason) => sendMailAct(mail, act, reason),
}));
