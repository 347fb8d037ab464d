import { mailFacts } from '../../../shared/outbox/mail-kinds.ts';
import type { MailAct, StaffMail, StaffMailAddress } from '../../../shared/outbox/staff-mails.ts';
import { write } from '../../lib/api/request.ts';
import type { ActionRequest } from '../console/action-dialog.tsx';
import { type BulkText, bulkActs } from '../console/bulk-run.ts';
import { counted } from '../console/format.ts';
import { actLabels, stateLabels } from './labels.ts';

const pathOf = ({ id }: StaffMail, act: MailAct) =>
  `mails/${id}/${{ 'send-again': 'send', 'set-aside': 'set-aside' }[act]}`;
const seenOf = ({ state, attempts }: StaffMail) => ({ state, attempts });

export function requestOf(mail: StaffMail, act: MailAct): ActionRequest<StaffMail> {
  const { title, what, done } = actLabels[act];
  return {
    ...{ title, what, path: pathOf(mail, act), body: { seen: seenOf(mail) } },
    done: ({ kind, state }) => ({
      title: done,
      description: `${mailFacts[kind].label}: ${stateLabels[state].label}`,
    }),
  };
}

export function addressRequest(
  { id, to }: StaffMail,
  onShown: (address: string) => void,
): ActionRequest<StaffMailAddress> {
  return {
    title: 'Show the address',
    what: `The whole address of ${to}. That you looked is recorded in the audit log.`,
    path: `mails/${id}/address`,
    done({ address }) {
      onShown(address);
      return undefined;
    },
  };
}

const emails = (count: number) => counted(count, 'email');

const texts: Record<MailAct, BulkText> = {
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

export const mailBulkActs = bulkActs<StaffMail, MailAct>(texts, {
  nameOf: ({ kind, to }) => (to ? `${mailFacts[kind].label}, ${to}` : mailFacts[kind].label),
  refusalOf: ({ state }) => stateLabels[state].label.toLowerCase(),
  send: (act, mail, reason) =>
    write('POST', `/api/admin/${pathOf(mail, act)}`, { reason, seen: seenOf(mail) }),
});
