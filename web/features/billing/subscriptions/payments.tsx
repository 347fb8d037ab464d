import { useState } from 'react';
import type { PaymentList, Subscription } from '../../../../shared/billing/subscriptions.ts';
import { formatDate } from '../../../../shared/dates.ts';
import { formatDollarsAndCents } from '../../../../shared/dollars.ts';
import { plans } from '../../../../shared/plans.ts';
import { Button } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { useConfirm } from '../../../ui/question-provider.tsx';
import { ReadFailure } from '../../../ui/read-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useChangeSubscription, useOpenPortal, usePayments } from './queries.ts';
import { describeCancelling, describePayment, describeSubscription } from './subscription-words.ts';

const shownAtFirst = 3;

/** What is paid for and what was paid; the plan is cancelled here, and taken up again. */
export function Payments({ timeZone }: { timeZone: string }) {
  const { data, isPending, isFetching, refetch } = usePayments();
  if (isPending) return <Skeleton className="h-16" />;
  if (!data) return <ReadFailure what="your payments" isRetrying={isFetching} onRetry={refetch} />;
  const { payments, subscription, canChangeCard } = data;
  return (
    <div className="grid gap-5">
      {subscription && (
        <div className="grid justify-items-start gap-3">
          <p>{describeSubscription(subscription, timeZone)}</p>
          {subscription.status !== 'ended' && (
            <div className="flex flex-wrap gap-3">
              {canChangeCard && <ChangeCard />}
              <CancelOrResume subscription={subscription} timeZone={timeZone} />
            </div>
          )}
        </div>
      )}
      {payments.length === 0 ? (
        <p className="text-ink-soft">You have paid for nothing so far.</p>
      ) : (
        <PaidList payments={payments} timeZone={timeZone} />
      )}
    </div>
  );
}

function ChangeCard() {
  const { mutate: open, isPending } = useOpenPortal();
  return (
    <Button variant="quiet" size="small" isPending={isPending} onPress={() => open()}>
      Change your card
    </Button>
  );
}

function CancelOrResume({ subscription, timeZone }: { subscription: Subscription; timeZone: string }) {
  const confirm = useConfirm();
  const { plan, endsAt, nextPlan } = subscription;
  const isLeaving = endsAt !== null || nextPlan !== null;
  const { mutate: change, isPending } = useChangeSubscription(isLeaving ? 'resume' : 'cancel');
  const { name } = plans[plan];

  async function cancel() {
    const isSure = await confirm({
      title: `Cancel ${name}?`,
      message: describeCancelling(subscription, timeZone),
      confirmLabel: 'Cancel the plan',
      cancelLabel: 'Keep the plan',
    });
    if (isSure) change();
  }

  return (
    <Button
      variant="quiet"
      size="small"
      isPending={isPending}
      onPress={() => (isLeaving ? change() : void cancel())}
    >
      {isLeaving ? `Keep ${name}` : 'Cancel the plan'}
    </Button>
  );
}

function PaidList({ payments, timeZone }: Pick<PaymentList, 'payments'> & { timeZone: string }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? payments : payments.slice(0, shownAtFirst);
  return (
    <div className="grid justify-items-start gap-3">
      <ul aria-label="What you have paid" className="grid w-full gap-2">
        {shown.map((payment) => (
          <li key={payment.id} className="flex flex-wrap gap-x-4 border-t border-line pt-2 first:border-t-0">
            <span className="min-w-36 tabular-nums">{formatDate(payment.paidAt, timeZone)}</span>
            <span className="min-w-20 tabular-nums">{formatDollarsAndCents(payment.amount)}</span>
            <span className="text-ink-soft">{describePayment(payment)}</span>
            {payment.invoiceUrl && <Link href={payment.invoiceUrl}>Invoice</Link>}
          </li>
        ))}
      </ul>
      {payments.length > shown.length && (
        <Button variant="text" size="small" onPress={() => setWhole(true)}>
          Show all {payments.length}
        </Button>
      )}
    </div>
  );
}
