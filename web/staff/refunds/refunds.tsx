import { CircleAlert, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import type { RefundCause, StaffRefund, StaffRefundList } from '../../../shared/billing/refunds.ts';
import { formatDollarsAndCents } from '../../../shared/dollars.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { ListKeysHelp, useListKeys } from '../console/list-keys.tsx';
import { useStaffList } from '../console/queries.ts';
import { QueueList, StaffPage } from '../console/queue-page.tsx';
import { Facts, momentOf, QueueRow } from '../console/queue-row.tsx';
import { GivingBackDialog } from './giving-back-dialog.tsx';

const filterNames = ['state'] as const;
const placeNames = ['afterSince', 'after'] as const;

const states = [
  { value: 'owed', label: 'To give back' },
  { value: 'given-back', label: 'Given back' },
];

const causeWords: Record<RefundCause, string> = {
  'paid-twice': 'Paid twice for the same thing',
  'lesser-plan': 'Paid for a plan while a larger one was paid already',
  'order-cancelled': 'Paid for a gift order that staff cancelled',
  'arrears-paid-twice': 'Paid for months due that somebody else had paid',
};

/** Payments that were made twice or in vain, owed the longest first. */
export function RefundsPage() {
  const { list, filters, narrow, paging } = useStaffList<
    StaffRefundList,
    (typeof filterNames)[number],
    (typeof placeNames)[number]
  >('refunds', { filters: filterNames, places: placeNames });
  const { refunds = [] } = list.data ?? {};
  const [openId, setOpenId] = useState<string>();
  const [recording, setRecording] = useState<StaffRefund>();
  const toggle = (id: string) => setOpenId((open) => (open === id ? undefined : id));
  const keys = useListKeys({
    ids: refunds.map(({ id }) => id),
    onOpen: toggle,
    isOff: recording !== undefined,
  });

  return (
    <StaffPage
      title="Payments to give back"
      description="What was paid twice or in vain. Give it back at the payment provider, then record it here: no money moves from this page."
    >
      <QueueList
        noun="payments"
        list={list}
        isEmpty={refunds.length === 0}
        empty={{ title: 'Nothing stands here', description: 'Nobody has paid twice or in vain.' }}
        filters={
          <div className="rounded-t-card border-b border-line bg-card px-4 py-4 md:px-6 xl:sticky xl:top-0 xl:z-10">
            <Select
              label="Show"
              className="md:max-w-64"
              value={filters.state ?? 'owed'}
              onChange={(state) => narrow({ state })}
              options={states}
            />
          </div>
        }
        paging={paging}
      >
        {refunds.map((refund) => (
          <RefundRow
            key={refund.id}
            refund={refund}
            isOpen={refund.id === openId}
            onToggle={() => toggle(refund.id)}
            onRecord={() => setRecording(refund)}
          />
        ))}
      </QueueList>
      <ListKeysHelp {...keys} />
      {recording && <GivingBackDialog refund={recording} onClose={() => setRecording(undefined)} />}
    </StaffPage>
  );
}

interface RefundRowProps {
  refund: StaffRefund;
  isOpen: boolean;
  onToggle: () => void;
  onRecord: () => void;
}

const givenBack = { label: 'Given back', tone: 'sage', icon: CircleCheck } as const;
const toGiveBack = { label: 'To give back', tone: 'gold', icon: CircleAlert } as const;

function RefundRow({ refund, isOpen, onToggle, onRecord }: RefundRowProps) {
  const { id, amount, owner, cause, owedSince, givenBackAt, givenBackBy } = refund;
  return (
    <QueueRow
      id={id}
      title={<span className="lining-nums">{formatDollarsAndCents(amount)}</span>}
      subtitle={`${causeWords[cause]} · ${owner?.name ?? 'the account was erased'}`}
      state={givenBackAt ? givenBack : toGiveBack}
      since={owedSince}
      isOpen={isOpen}
      onToggle={onToggle}
    >
      <Facts
        facts={[
          ['Why', causeWords[cause]],
          ['Owner', owner && `${owner.name}, ${owner.email}`],
          ['Paid', momentOf(refund.paidAt)],
          ['Provider', providerOf(refund)],
          ['Payment', refund.paymentId],
          ['Gift order', refund.orderId],
          ['Owed since', momentOf(owedSince)],
          [
            'Given back',
            givenBackAt && `${momentOf(givenBackAt)}, by ${givenBackBy ?? 'a former colleague'}`,
          ],
          ['Reference', refund.reference],
        ]}
      />
      {!givenBackAt && (
        <div>
          <Button size="small" onPress={onRecord}>
            Record that it was given back
          </Button>
        </div>
      )}
    </QueueRow>
  );
}

function providerOf({ provider }: StaffRefund): string {
  return provider === 'sandbox' ? 'The trial page: no money has moved' : provider;
}
