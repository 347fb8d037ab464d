import type { StaffPaymentNotice } from '../../../shared/billing/staff-payment-notices.ts';
import { write } from '../../lib/api/request.ts';
import { toast } from '../../ui/toast.ts';
import { ActDialog } from '../console/act-dialog.tsx';

export type NoticeAct = 'try-again' | 'set-aside';

const actWords: Record<NoticeAct, { title: string; what: string; done: string }> = {
  'try-again': {
    title: 'Try this event again',
    what: 'The provider is asked once more what it is about. Nothing is processed twice.',
    done: 'It is tried again',
  },
  'set-aside': {
    title: 'Set this event aside',
    what: 'It is never processed, and leaves this list. What it is about may still be found when the provider is asked.',
    done: 'It is set aside',
  },
};

interface NoticeActDialogProps {
  act: NoticeAct;
  /** As it was when the dialog opened. */
  notice: StaffPaymentNotice;
  onClose: () => void;
}

export function NoticeActDialog({ act, notice, onClose }: NoticeActDialogProps) {
  const { id, type, failures } = notice;
  const { title, what, done } = actWords[act];

  async function send(reason: string) {
    const path = `/api/admin/payment-notices/${encodeURIComponent(id)}/${act}`;
    await write('POST', path, { reason, seen: { failures } });
    toast({ title: done, description: type });
  }

  return (
    <ActDialog title={title} what={what} isDangerous={act === 'set-aside'} send={send} onClose={onClose} />
  );
}
