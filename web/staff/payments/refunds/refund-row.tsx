import type { StaffRefund } from '../../../../shared/billing/refunds.ts';
import { formatDollarsAndCents } from '../../../../shared/dollars.ts';
import { Button } from '../../../ui/button.tsx';
import { Facts, momentOf, QueueRow } from '../../console/queue-row.tsx';
import type { RefundAct } from './refund-act-dialog.tsx';
import { causeWords, stateWords } from './words.ts';

export function canAct({ state, canRefund }: StaffRefund, act: RefundAct): boolean {
  return act === 'refund' ? canRefund : state === 'owed' || state === 'refused';
}

interface RefundRowProps {
  refund: StaffRefund;
  isOpen: boolean;
  onToggle: () => void;
  onAct: (act: RefundAct) => void;
}

export function RefundRow({ refund, isOpen, onToggle, onAct }: RefundRowProps) {
  const { id, amount, owner, cause, owedSince, state, refusal, startedAt, givenBackAt } = refund;
  return (
    <QueueRow
      id={id}
      title={<span className="lining-nums">{formatDollarsAndCents(amount)}</span>}
      subtitle={`${causeWords[cause]} · ${owner?.name ?? 'the account was erased'}`}
      state={stateWords[state]}
      since={owedSince}
      note={state === 'refused' && refusal}
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
          ['Asked for', momentOf(startedAt)],
          ['Refused', refund.refusedAt && `${momentOf(refund.refusedAt)}: ${refusal}`],
          ['Given back', givenBackAt && `${momentOf(givenBackAt)}, ${byWhom(refund)}`],
          ['Reference', refund.reference],
        ]}
      />
      <div className="flex flex-wrap gap-3">
        {canAct(refund, 'refund') && (
          <Button size="small" onPress={() => onAct('refund')}>
            Give it back
          </Button>
        )}
        {canAct(refund, 'given-back') && (
          <Button size="small" variant="quiet" onPress={() => onAct('given-back')}>
            Record that it was given back
          </Button>
        )}
      </div>
    </QueueRow>
  );
}

function byWhom({ givenBackBy, cause, startedAt }: StaffRefund): string {
  if (givenBackBy) return `by ${givenBackBy}`;
  if (cause === 'at-provider') return 'on the provider’s pages';
  return startedAt ? 'by a rule' : 'by a former colleague, or on the provider’s pages';
}

function providerOf({ provider }: StaffRefund): string {
  return provider === 'sandbox' ? 'The trial page: no money has moved' : provider;
}
