import { CircleAlert, CircleCheck, CircleX, Clock } from 'lucide-react';
import type { StaffRefund, StaffRefundList } from '../../../shared/billing/refunds.ts';
import { formatDollarsAndCents } from '../../../shared/dollars.ts';
import type { ActionRequest } from '../console/action-dialog.tsx';
import { showFilter } from '../console/filters.tsx';
import { momentOf } from '../console/format.ts';
import { Queue } from '../console/queue.tsx';
import type { RowContent, StateLabel } from '../console/row-buttons.tsx';

/** `refund`: the provider refunds it. `given-back`: somebody returned the money in another way. */
type RefundAction = 'refund' | 'given-back';

const parts = [
  { value: 'owed', label: 'To refund' },
  { value: 'given-back', label: 'Refunded' },
];

export function RefundsPage() {
  const ifOffered = (action: RefundAction) => (refund: StaffRefund) =>
    isOffered(refund, action) ? action : undefined;
  return (
    <Queue
      path="refunds"
      title="Payments to refund"
      description="What was paid twice or needlessly. What a rule decides goes back by itself; the rest waits for you."
      noun="payments"
      empty={{ title: 'Nothing here', description: 'Nobody has paid twice or needlessly.' }}
      itemsOf={({ refunds }: StaffRefundList) => refunds}
      placeNames={['afterSince', 'after']}
      {...showFilter('state', parts)}
      row={rowOf}
      requestOf={requestOf}
      keys={[
        { key: 'r', label: 'refund it', actionOf: ifOffered('refund') },
        { key: 'w', label: 'record that it was refunded', actionOf: ifOffered('given-back') },
      ]}
    />
  );
}

function isOffered({ state, canRefund }: StaffRefund, action: RefundAction): boolean {
  return action === 'refund' ? canRefund : state === 'owed' || state === 'refused';
}

const causeLabels: Record<StaffRefund['cause'], string> = {
  'paid-twice': 'Paid twice for the same thing',
  'lesser-plan': 'Paid for a plan while a larger one was paid already',
  'arrears-paid-twice': 'Months that were missing, paid by two people',
  'order-cancelled': 'Paid for a gift order that was cancelled',
  'booking-cancelled': 'Paid for a session that was cancelled in time',
  'return-fee-not-due': 'Paid for a return that was not needed',
  'return-lost': 'Paid for a return that was lost on its way',
  'account-leaving': 'Paid for an account that is being deleted',
  'at-provider': 'Refunded on the provider’s pages',
};

const stateBadges: Record<StaffRefund['state'], StateLabel> = {
  owed: { label: 'To refund', tone: 'gold', icon: CircleAlert },
  refunding: { label: 'Being refunded', tone: 'pine', icon: Clock },
  refused: { label: 'Refused', tone: 'rose', icon: CircleX },
  'given-back': { label: 'Refunded', tone: 'sage', icon: CircleCheck },
};

function rowOf(refund: StaffRefund): RowContent<RefundAction> {
  const { amount, owner, cause, owedSince, state, refusal, startedAt, givenBackAt } = refund;
  return {
    title: <span className="lining-nums">{formatDollarsAndCents(amount)}</span>,
    subtitle: [causeLabels[cause], owner?.name ?? 'the account was erased'],
    state: stateBadges[state],
    since: owedSince,
    note: state === 'refused' && refusal,
    facts: [
      ['Why', causeLabels[cause]],
      ['Owner', owner && `${owner.name}, ${owner.email}`],
      ['Paid', momentOf(refund.paidAt)],
      ['Provider', refund.provider === 'sandbox' ? 'The trial page: no money has moved' : refund.provider],
      ['Payment', refund.paymentId],
      ['Gift order', refund.orderId],
      ['Owed since', momentOf(owedSince)],
      ['Asked for', momentOf(startedAt)],
      ['Refused', refund.refusedAt && `${momentOf(refund.refusedAt)}: ${refusal}`],
      ['Refunded', givenBackAt && `${momentOf(givenBackAt)}, ${byWhom(refund)}`],
      ['Reference', refund.reference],
    ],
    buttons: [
      isOffered(refund, 'refund') && { action: 'refund', label: 'Refund it', variant: 'primary' },
      isOffered(refund, 'given-back') && { action: 'given-back', label: 'Record that it was refunded' },
    ],
  };
}

function byWhom({ givenBackBy, cause, startedAt }: StaffRefund): string {
  if (givenBackBy) return `by ${givenBackBy}`;
  if (cause === 'at-provider') return 'on the provider’s pages';
  return startedAt ? 'by a rule' : 'by a former colleague, or on the provider’s pages';
}

function requestOf(refund: StaffRefund, action: RefundAction): ActionRequest {
  const { id, amount, owner, state, provider } = refund;
  const dollars = formatDollarsAndCents(amount);
  const whom = owner?.name ?? 'whoever paid it';
  const request = { path: `refunds/${id}/${action}`, body: { seen: { state } } };
  if (action === 'refund')
    return {
      ...request,
      title: `Refund ${dollars}`,
      what: `${dollars} goes back to ${whom}${provider === 'sandbox' ? ', on the trial page: no money moves' : ', the way it came'}. They get an email. This cannot be undone.`,
      button: 'Refund it',
      done: () => ({ title: 'The provider is asked', description: `${dollars} goes back to ${whom}` }),
    };
  const description = 'The number of the refund or of the transfer';
  return {
    ...request,
    title: 'Record that it was refunded',
    what: `${dollars}. This only records it: the money has to be refunded in another way first. ${owner ? 'They get an email with the reference.' : ''}`,
    button: 'Record it',
    fields: [{ name: 'reference', label: 'Reference', description, isRequired: true }],
    done: () => ({ title: 'Recorded', description: `${dollars} was refunded` }),
  };
}
