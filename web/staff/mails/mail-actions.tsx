import { mailFacts } from '../../../shared/outbox/mail-kinds.ts';
import type { MailAct, StaffMail, StaffMailAddress } from '../../../shared/outbox/staff-mails.ts';
import { write } from '../../lib/api/request.ts';
import { toast } from '../../ui/toast.ts';
import { ActDialog } from '../console/act-dialog.tsx';
import { type BulkText, bulkActs } from '../console/bulk-run.ts';
import type { Acting } from '../console/queue.tsx';
import { actLabels, stateLabels } from './labels.ts';

const pathOf: Record<MailAct, string> = { 'send-again': 'send', 'set-aside': 'set-aside' };

/** Carries out one act on a mail, as it was seen. */
function sendMailAct(act: MailAct, { id, state, attempts }: StaffMail, reason: string): Promise<StaffMail> {
  const body = { reason, seen: { state, attempts } };
  return write<StaffMail>('POST', `/api/admin/mails/${id}/${pathOf[act]}`, body);
}

const emails = (count: number) => `${count} ${count === 1 ? 'email' : 'emails'}`;

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

/** What can be done to several emails at once. */
export const mailBulkActs = bulkActs<StaffMail, MailAct>(texts, {
  nameOf: ({ kind, to }) => (to ? `${mailFacts[kind].label}, ${to}` : mailFacts[kind].label),
  refusalOf: ({ state }) => stateLabels[state].label.toLowerCase(),
  send: sendMailAct,
});

/** Carries out an act on a mail, or shows its address. */
export function MailDialog({
  item: mail,
  action,
  onShown,
  onClose,
}: Acting<StaffMail, MailAct | 'address'> & { onShown: (address: string) => void }) {
  if (action === 'address') return <AddressDialog mail={mail} onShown={onShown} onClose={onClose} />;
  return <MailActDialog item={mail} action={action} onClose={onClose} />;
}

function MailActDialog({ item: mail, action, onClose }: Acting<StaffMail, MailAct>) {
  const { title, what, done: doneTitle } = actLabels[action];

  async function send(reason: string) {
    const { kind, state } = await sendMailAct(action, mail, reason);
    toast({ title: doneTitle, description: `${mailFacts[kind].label}: ${stateLabels[state].label}` });
  }

  return <ActDialog title={title} what={what} send={send} onClose={onClose} />;
}

interface AddressDialogProps {
  mail: StaffMail;
  onShown: (address: string) => void;
  onClose: () => void;
}

function AddressDialog({ mail: { id, to }, onShown, onClose }: AddressDialogProps) {
  async function send(reason: string) {
    const { address } = await write<StaffMailAddress>('POST', `/api/admin/mails/${id}/address`, { reason });
    onShown(address);
  }

  return (
    <ActDialog
      title="Show the address"
      what={`The whole address of ${to}. That you looked is recorded in the audit log.`}
      send={send}
      onClose={onClose}
    />
  );
}
