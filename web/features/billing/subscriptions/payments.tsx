import { useState } from 'react';
import { describePurpose } from '../../../../shared/billing/payment-purposes.ts';
import type { PaymentList, Subscription } from '../../../../shared/billing/subscriptions.ts';
import { formatDate } from '../../../../shared/dates.ts';
import { formatDollarsAndCents } from '../../../../shared/dollars.ts';
import { Button } from '../../../ui/button.tsx';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Link } from '../../../ui/link.tsx';
import { Loaded } from '../../../ui/read-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { OwnLink } from './own-link.tsx';
import { ChangeCard, KeepPlan } from './plan-buttons.tsx';
import { usePayments } from './queries.ts';
import { describeRefund, describeSubscription, describeUnpaid, isLeaving } from './subscription-texts.ts';
import { ChangeDialog } from './subscriptions.tsx';

const shownAtFirst = 3;

/** What is paid for and what was paid; the plan is changed from here, cancelled, and taken up again. */
export function Payments({ timeZone }: { timeZone: string }) {
  return (
    <Loaded query={usePayments()} skeleton={<Skeleton className="h-16" />} what="your payments">
      {(data) => <Known list={data} timeZone={timeZone} />}
    </Loaded>
  );
}

function Known({ list, timeZone }: { list: PaymentList; timeZone: string }) {
  const { payments, subscription, unpaidSince, canChangePlan, canChangeCard } = list;
  return (
    <div className="grid gap-5">
      {unpaidSince && <p>{describeUnpaid(unpaidSince, timeZone)}</p>}
      <OwnLink />
      {subscription && (
        <div className="grid justify-items-start gap-3">
          <p>{describeSubscription(subscription, timeZone)}</p>
          <div className="flex flex-wrap gap-3">
            {canChangePlan && (
              <ButtonLink href="/checkout" variant="quiet" size="small">
                Change your plan
              </ButtonLink>
            )}
            {canChangeCard && subscription.status !== 'ended' && <ChangeCard />}
            {canChangePlan && <CancelOrKeep subscription={subscription} canChangeCard={canChangeCard} />}
          </div>
        </div>
      )}
      {payments.length === 0 ? (
        <p className="text-ink-soft">You have not paid for anything yet.</p>
      ) : (
        <PaidList payments={payments} timeZone={timeZone} />
      )}
    </div>
  );
}

interface CancelOrKeepProps {
  subscription: Subscription;
  canChangeCard: boolean;
}

function CancelOrKeep({ subscription, canChangeCard }: CancelOrKeepProps) {
  const [isAsked, setAsked] = useState(false);
  if (isLeaving(subscription)) return <KeepPlan subscription={subscription} />;
  return (
    <>
      <Button variant="quiet" size="small" onPress={() => setAsked(true)}>
        Cancel the plan
      </Button>
      {isAsked && (
        <ChangeDialog
          held={subscription}
          wanted={{ plan: 'free', period: subscription.billingPeriod }}
          canChangeCard={canChangeCard}
          onClose={() => setAsked(false)}
          onDone={(description) => toast({ title: 'Your plan is cancelled', description })}
        />
      )}
    </>
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
            <span className="text-ink-soft">{describePurpose(payment)}</span>
            <Link href={`/api/payments/${payment.id}/receipt.pdf`} target="_blank">
              Receipt
              <span className="sr-only">
                {' '}
                of {formatDate(payment.paidAt, timeZone)} (PDF, opens in a new tab)
              </span>
            </Link>
            {payment.invoiceUrl && <Link href={payment.invoiceUrl}>Invoice</Link>}
            {payment.refund && (
              <span className="w-full text-small text-ink-soft">{describeRefund(payment, timeZone)}</span>
            )}
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
