import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import type {
  StaffPaymentNotice,
  StaffPaymentNoticeList,
} from '../../../shared/billing/staff-payment-notices.ts';
import { Button } from '../../ui/button.tsx';
import { ListKeysHelp, useListKeys } from '../console/list-keys.tsx';
import { useStaffList } from '../console/queries.ts';
import { QueueList, StaffPage } from '../console/queue-page.tsx';
import { Facts, momentOf, QueueRow } from '../console/queue-row.tsx';
import { type NoticeAct, NoticeActDialog } from './notice-act-dialog.tsx';

const placeNames = ['afterSince', 'after'] as const;
const lateMinutes = 60;

/** Events of the payment provider that could not be applied, oldest first. */
export function PaymentNoticesPage() {
  const { list, paging } = useStaffList<StaffPaymentNoticeList, never, (typeof placeNames)[number]>(
    'payment-notices',
    { filters: [], places: placeNames },
  );
  const { notices = [] } = list.data ?? {};
  const [openId, setOpenId] = useState<string>();
  const [acting, setActing] = useState<{ notice: StaffPaymentNotice; act: NoticeAct }>();
  const toggle = (id: string) => setOpenId((open) => (open === id ? undefined : id));
  const actOn = (act: NoticeAct) => (id: string) => {
    const notice = notices.find((each) => each.id === id);
    if (notice) setActing({ notice, act });
  };
  const keys = useListKeys({
    ids: notices.map(({ id }) => id),
    onOpen: toggle,
    keys: [
      { key: 't', label: 'try again', act: actOn('try-again') },
      { key: 's', label: 'set aside', act: actOn('set-aside') },
    ],
    isOff: acting !== undefined,
  });

  return (
    <StaffPage
      title="Payment events that failed"
      description="The provider sent us these, and we could not process them. Each is tried again every ten minutes by itself."
    >
      <QueueList
        noun="payment events"
        list={list}
        isEmpty={notices.length === 0}
        empty={{ title: 'Nothing here', description: 'Everything the provider sent us has been processed.' }}
        paging={paging}
      >
        {notices.map((notice) => (
          <QueueRow
            key={notice.id}
            id={notice.id}
            title={notice.type}
            subtitle={`${notice.id} · ${timesWords(notice.failures)}`}
            state={{ label: 'Failed', tone: 'rose', icon: CircleAlert }}
            since={notice.receivedAt}
            isLate={Date.now() - Date.parse(notice.receivedAt) > lateMinutes * 60_000}
            note={notice.lastError}
            isOpen={notice.id === openId}
            onToggle={() => toggle(notice.id)}
          >
            <Facts
              facts={[
                ['Event', notice.id],
                ['About', notice.about],
                ['Received', momentOf(notice.receivedAt)],
                ['Failed', timesWords(notice.failures)],
                ['Last attempt', notice.lastError],
              ]}
            />
            <div className="flex flex-wrap gap-3">
              <Button size="small" onPress={() => setActing({ notice, act: 'try-again' })}>
                Try again
              </Button>
              <Button size="small" variant="quiet" onPress={() => setActing({ notice, act: 'set-aside' })}>
                Set aside
              </Button>
            </div>
          </QueueRow>
        ))}
      </QueueList>
      <ListKeysHelp {...keys} />
      {acting && <NoticeActDialog {...acting} onClose={() => setActing(undefined)} />}
    </StaffPage>
  );
}

function timesWords(failures: number): string {
  return failures === 1 ? 'failed once' : `failed ${failures} times`;
}
