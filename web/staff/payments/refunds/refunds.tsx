import { useState } from 'react';
import type { StaffRefund, StaffRefundList } from '../../../../shared/billing/refunds.ts';
import { ShowFilter } from '../../console/filters.tsx';
import { ListKeysHelp, useListKeys } from '../../console/list-keys.tsx';
import { useStaffList } from '../../console/queries.ts';
import { QueueList, StaffPage } from '../../console/queue-page.tsx';
import { type RefundAct, RefundActDialog } from './refund-act-dialog.tsx';
import { canAct, RefundRow } from './refund-row.tsx';

const filterNames = ['state'] as const;
const placeNames = ['afterSince', 'after'] as const;

const states = [
  { value: 'owed', label: 'To give back' },
  { value: 'given-back', label: 'Given back' },
];

/** Payments that were made twice or in vain, owed the longest first. */
export function RefundsPage() {
  const { list, filters, narrow, paging } = useStaffList<
    StaffRefundList,
    (typeof filterNames)[number],
    (typeof placeNames)[number]
  >('refunds', { filters: filterNames, places: placeNames });
  const { refunds = [] } = list.data ?? {};
  const [openId, setOpenId] = useState<string>();
  const [acting, setActing] = useState<{ refund: StaffRefund; act: RefundAct }>();
  const toggle = (id: string) => setOpenId((open) => (open === id ? undefined : id));
  const actOn = (act: RefundAct) => (id: string) => {
    const refund = refunds.find((each) => each.id === id);
    if (refund && canAct(refund, act)) setActing({ refund, act });
  };
  const keys = useListKeys({
    ids: refunds.map(({ id }) => id),
    onOpen: toggle,
    keys: [
      { key: 'r', label: 'give it back', act: actOn('refund') },
      { key: 'w', label: 'record that it was given back', act: actOn('given-back') },
    ],
    isOff: acting !== undefined,
  });

  return (
    <StaffPage
      title="Payments to give back"
      description="What was paid twice or needlessly. What a rule decides goes back by itself; the rest waits for you."
    >
      <QueueList
        noun="payments"
        list={list}
        isEmpty={refunds.length === 0}
        empty={{ title: 'Nothing here', description: 'Nobody has paid twice or needlessly.' }}
        filters={<ShowFilter name="state" options={states} filters={filters} onChange={narrow} />}
        paging={paging}
      >
        {refunds.map((refund) => (
          <RefundRow
            key={refund.id}
            refund={refund}
            isOpen={refund.id === openId}
            onToggle={() => toggle(refund.id)}
            onAct={(act) => setActing({ refund, act })}
          />
        ))}
      </QueueList>
      <ListKeysHelp {...keys} />
      {acting && <RefundActDialog {...acting} onClose={() => setActing(undefined)} />}
    </StaffPage>
  );
}
