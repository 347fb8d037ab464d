import { CircleAlert } from 'lucide-react';
import type {
  StaffPaymentNotice,
  StaffPaymentNoticeList,
} from '../../../shared/billing/staff-payment-notices.ts';
import { write } from '../../lib/api/request.ts';
import { toast } from '../../ui/toast.ts';
import { ActDialog } from '../console/act-dialog.tsx';
import { type Acting, Queue } from '../console/queue.tsx';
import { Facts, momentOf, RowButtons, type RowContent } from '../console/queue-row.tsx';

type NoticeAction = 'try-again' | 'set-aside';

const lateMinutes = 60;

/** Events of the payment provider that could not be applied, oldest first. */
export function WebhooksPage() {
  return (
    <Queue<StaffPaymentNotice, StaffPaymentNoticeList, NoticeAction>
      path="payment-notices"
      title="Payment events that failed"
      description="The provider sent us these, and we could not process them. Each is tried again every ten minutes by itself."
      noun="payment events"
      empty={{ title: 'Nothing here', description: 'Everything the provider sent us has been processed.' }}
      itemsOf={({ notices }) => notices}
      placeNames={['afterSince', 'after']}
      row={rowOf}
      dialog={(acting) => <NoticeDialog {...acting} />}
      keys={[
        { key: 't', label: 'try again', actionOf: () => 'try-again' },
        { key: 's', label: 'set aside', actionOf: () => 'set-aside' },
      ]}
    />
  );
}

function rowOf(notice: StaffPaymentNotice, onAct: (action: NoticeAction) => void): RowContent {
  const { id, type, failures, receivedAt, lastError, about } = notice;
  const failed = failures === 1 ? 'failed once' : `failed ${failures} times`;
  return {
    title: type,
    subtitle: `${id} · ${failed}`,
    state: { label: 'Failed', tone: 'rose', icon: CircleAlert },
    since: receivedAt,
    isLate: Date.now() - Date.parse(receivedAt) > lateMinutes * 60_000,
    note: lastError,
    children: (
      <>
        <Facts
          facts={[
            ['Event', id],
            ['About', about],
            ['Received', momentOf(receivedAt)],
            ['Failed', failed],
            ['Last attempt', lastError],
          ]}
        />
        <RowButtons<NoticeAction>
          onAct={onAct}
          buttons={[
            { action: 'try-again', label: 'Try again', variant: 'primary' },
            { action: 'set-aside', label: 'Set aside' },
          ]}
        />
      </>
    ),
  };
}

const actionTexts: Record<NoticeAction, { title: string; what: string; done: string }> = {
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

function NoticeDialog({ item: notice, action, onClose }: Acting<StaffPaymentNotice, NoticeAction>) {
  const { id, type, failures } = notice;
  const { title, what, done } = actionTexts[action];

  async function send(reason: string) {
    const path = `/api/admin/payment-notices/${encodeURIComponent(id)}/${action}`;
    await write('POST', path, { reason, seen: { failures } });
    toast({ title: done, description: type });
  }

  return (
    <ActDialog title={title} what={what} isDangerous={action === 'set-aside'} send={send} onClose={onClose} />
  );
}
