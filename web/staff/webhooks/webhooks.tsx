import { CircleAlert } from 'lucide-react';
import type {
  StaffPaymentNotice,
  StaffPaymentNoticeList,
} from '../../../shared/billing/staff-payment-notices.ts';
import type { ActionRequest } from '../console/action-dialog.tsx';
import { momentOf } from '../console/format.ts';
import { Queue } from '../console/queue.tsx';
import type { RowContent } from '../console/row-buttons.tsx';

type NoticeAction = 'try-again' | 'set-aside';

const lateMinutes = 60;

export function WebhooksPage() {
  return (
    <Queue
      path="payment-notices"
      title="Payment events that failed"
      description="The provider sent us these, and we could not process them. Each is tried again every ten minutes by itself."
      noun="payment events"
      empty={{ title: 'Nothing here', description: 'Everything the provider sent us has been processed.' }}
      itemsOf={({ notices }: StaffPaymentNoticeList) => notices}
      placeNames={['afterSince', 'after']}
      row={rowOf}
      requestOf={requestOf}
      keys={[
        { key: 't', label: 'try again', actionOf: () => 'try-again' },
        { key: 's', label: 'set aside', actionOf: () => 'set-aside' },
      ]}
    />
  );
}

function rowOf(notice: StaffPaymentNotice): RowContent<NoticeAction> {
  const { id, type, failures, receivedAt, lastError, about } = notice;
  const failed = failures === 1 ? 'failed once' : `failed ${failures} times`;
  return {
    title: type,
    subtitle: [id, failed],
    state: { label: 'Failed', tone: 'rose', icon: CircleAlert },
    since: receivedAt,
    isLate: Date.now() - Date.parse(receivedAt) > lateMinutes * 60_000,
    note: lastError,
    facts: [
      ['Event', id],
      ['About', about],
      ['Received', momentOf(receivedAt)],
      ['Failed', failed],
      ['Last attempt', lastError],
    ],
    buttons: [
      { action: 'try-again', label: 'Try again', variant: 'primary' },
      { action: 'set-aside', label: 'Set aside' },
    ],
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

function requestOf({ id, type, failures }: StaffPaymentNotice, action: NoticeAction): ActionRequest {
  const { done, ...text } = actionTexts[action];
  return {
    ...{ ...text, isDangerous: action === 'set-aside' },
    path: `payment-notices/${encodeURIComponent(id)}/${action}`,
    body: { seen: { failures } },
    done: () => ({ title: done, description: type }),
  };
}
