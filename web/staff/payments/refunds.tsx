import { CircleAlert, CircleCheck, CircleX, Clock } from 'lucide-react';
import { useState } from 'react';
import type {
  RefundCause,
  RefundState,
  StaffRefund,
  StaffRefundList,
} from '../../../shared/billing/refunds.ts';
import { formatDollarsAndCents } from '../../../shared/dollars.ts';
import { write } from '../../lib/api/request.ts';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { ActDialog } from '../console/act-dialog.tsx';
import { ShowFilter } from '../console/filters.tsx';
import { type Acting, Queue } from '../console/queue.tsx';
import { Facts, momentOf, RowButtons, type RowContent } from '../console/queue-row.tsx';

/** `refund`: the provider gives it back. `given-back`: somebody did, in another way. */
type RefundAction = 'refund' | 'given-back';

const parts = [
  { value: 'owed', label: 'To give back' },
  { value: 'given-back', label: 'Given back' },
];

/** Payments that are owed back, oldest first. */
export function RefundsPage() {
  const ifOffered = (action: RefundAction) => (refund: StaffRefund) =>
    isOffered(refund, action) ? action : undefined;
  return (
    <Queue<StaffRefund, StaffRefundList, RefundAction, 'state'>
      path="refunds"
      title="Payments to give back"
      description="What was paid twice or needlessly. What a rule decides goes back by itself; the rest waits for you."
      noun="payments"
      empty={{ title: 'Nothing here', description: 'Nobody has paid twice or needlessly.' }}
      itemsOf={({ refunds }) => refunds}
      placeNames={['afterSince', 'after']}
      filterNames={['state']}
      filters={(props) => <ShowFilter name="state" options={parts} {...props} />}
      row={rowOf}
      dialog={(acting) => <RefundDialog {...acting} />}
      keys={[
        { key: 'r', label: 'give it back', actionOf: ifOffered('refund') },
        { key: 'w', label: 'record that it was given back', actionOf: ifOffered('given-back') },
      ]}
    />
  );
}

function isOffered({ state, canRefund }: StaffRefund, action: RefundAction): boolean {
  return action === 'refund' ? canRefund : state === 'owed' || state === 'refused';
}

const causeLabels: Record<RefundCause, string> = {
  'paid-twice': 'Paid twice for the same thing',
  'lesser-plan': 'Paid for a plan while a larger one was paid already',
  'arrears-paid-twice': 'Months that were missing, paid by two people',
  'order-cancelled': 'Paid for a gift order that was cancelled',
  'booking-cancelled': 'Paid for a session that was cancelled in time',
  'return-fee-not-due': 'Paid for a return that was not needed',
  'at-provider': 'Given back on the provider’s pages',
};

const stateBadges: Record<RefundState, RowContent['state']> = {
  owed: { label: 'To give back', tone: 'gold', icon: CircleAlert },
  refunding: { label: 'Being given back', tone: 'pine', icon: Clock },
  refused: { label: 'Refused', tone: 'rose', icon: CircleX },
  'given-back': { label: 'Given back', tone: 'sage', icon: CircleCheck },
};

function rowOf(refund: StaffRefund, onAct: (action: RefundAction) => void): RowContent {
  const { amount, owner, cause, owedSince, state, refusal, startedAt, givenBackAt } = refund;
  return {
    title: <span className="lining-nums">{formatDollarsAndCents(amount)}</span>,
    subtitle: `${causeLabels[cause]} · ${owner?.name ?? 'the account was erased'}`,
    state: stateBadges[state],
    since: owedSince,
    note: state === 'refused' && refusal,
    children: (
      <>
        <Facts
          facts={[
            ['Why', causeLabels[cause]],
            ['Owner', owner && `${owner.name}, ${owner.email}`],
            ['Paid', momentOf(refund.paidAt)],
            [
              'Provider',
              refund.provider === 'sandbox' ? 'The trial page: no money has moved' : refund.provider,
            ],
            ['Payment', refund.paymentId],
            ['Gift order', refund.orderId],
            ['Owed since', momentOf(owedSince)],
            ['Asked for', momentOf(startedAt)],
            ['Refused', refund.refusedAt && `${momentOf(refund.refusedAt)}: ${refusal}`],
            ['Given back', givenBackAt && `${momentOf(givenBackAt)}, ${byWhom(refund)}`],
            ['Reference', refund.reference],
          ]}
        />
        <RowButtons<RefundAction>
          onAct={onAct}
          buttons={[
            isOffered(refund, 'refund') && { action: 'refund', label: 'Give it back', variant: 'primary' },
            isOffered(refund, 'given-back') && {
              action: 'given-back',
              label: 'Record that it was given back',
            },
          ]}
        />
      </>
    ),
  };
}

function byWhom({ givenBackBy, cause, startedAt }: StaffRefund): string {
  if (givenBackBy) return `by ${givenBackBy}`;
  if (cause === 'at-provider') return 'on the provider’s pages';
  return startedAt ? 'by a rule' : 'by a former colleague, or on the provider’s pages';
}

function RefundDialog({ item: refund, action, onClose }: Acting<StaffRefund, RefundAction>) {
  const { id, amount, owner, state, provider } = refund;
  const [reference, setReference] = useState('');
  const isByHand = action === 'given-back';
  const dollars = formatDollarsAndCents(amount);
  const whom = owner?.name ?? 'whoever paid it';

  async function send(reason: string) {
    const body = { reason, seen: { state }, ...(isByHand && { reference }) };
    await write<StaffRefund>('POST', `/api/admin/refunds/${id}/${action}`, body);
    toast(
      isByHand
        ? { title: 'Recorded', description: `${dollars} was given back` }
        : { title: 'The provider is asked', description: `${dollars} goes back to ${whom}` },
    );
  }

  return (
    <ActDialog
      title={isByHand ? 'Record that it was given back' : `Give ${dollars} back`}
      what={
        isByHand
          ? `${dollars}. This only records it: the money has to be given back in another way first.`
          : `${dollars} goes back to ${whom}${provider === 'sandbox' ? ', on the trial page: no money moves' : ', the way it came'}. They get an email. This cannot be undone.`
      }
      action={isByHand ? 'Record it' : 'Give it back'}
      send={send}
      onClose={onClose}
    >
      {(errors) =>
        isByHand && (
          <TextField
            label="Reference"
            description="The number of the refund or of the transfer"
            autoComplete="off"
            isRequired
            value={reference}
            onChange={setReference}
            error={errors['reference']}
          />
        )
      }
    </ActDialog>
  );
}
