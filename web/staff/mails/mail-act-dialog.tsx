import { mailFacts } from '../../../shared/outbox/mail-kinds.ts';
import type { MailAct, StaffMail, StaffMailAddress } from '../../../shared/outbox/staff-mails.ts';
import { write } from '../../lib/api/request.ts';
import { toast } from '../../ui/toast.ts';
import { ActDialog } from '../console/act-dialog.tsx';
import { actWords, stateWords } from './words.ts';

interface MailActDialogProps {
  /** As it was when the dialog opened: what is on the page may change behind it. */
  mail: StaffMail;
  act: MailAct;
  onClose: () => void;
}

const pathOf: Record<MailAct, string> = { 'send-again': 'send', 'set-aside': 'set-aside' };

/** Carries out one act on a mail, as it was seen. */
export function sendMailAct(
  { id, state, attempts }: StaffMail,
  act: MailAct,
  reason: string,
): Promise<StaffMail> {
  const body = { reason, seen: { state, attempts } };
  return write<StaffMail>('POST', `/api/admin/mails/${id}/${pathOf[act]}`, body);
}

export function MailActDialog({ mail, act, onClose }: MailActDialogProps) {
  const { title, what, done: doneWords } = actWords[act];

  async function send(reason: string) {
    const done = await sendMailAct(mail, act, reason);
    toast({
      title: doneWords,
      description: `${mailFacts[done.kind].label}: ${stateWords[done.state].label}`,
    });
  }

  return <ActDialog title={title} what={what} send={send} onClose={onClose} />;
}

interface AddressDialogProps {
  mail: StaffMail;
  onShown: (address: string) => void;
  onClose: () => void;
}

export function AddressDialog({ mail: { id, to }, onShown, onClose }: AddressDialogProps) {
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
