import { useState } from 'react';
import type { PaymentList, Subscription } from '../../../../shared/billing/subscriptions.ts';
import { Button } from '../../../ui/button.tsx';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Loaded } from '../../../ui/read-failure.tsx';
import { OpenSetting } from '../../../ui/setting.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { OwnLink } from './own-link.tsx';
import { PaidList } from './paid-list.tsx';
import { ChangeCard, KeepPlan } from './plan-buttons.tsx';
import { usePayments } from './queries.ts';
import { describeSubscription, describeUnpaid, isLeaving } from './subscription-texts.ts';
import { ChangeDialog } from './subscriptions.tsx';

/** What is paid for and what was paid, as two settings. The plan is changed, cancelled and resumed from here. */
export function Payments({ timeZone }: { timeZone: string }) {
  return (
    <Loaded query={usePayments()} skeleton={<PaymentsSkeleton />} what="your payments">
      {(list) => (
        <>
          <Paying list={list} timeZone={timeZone} />
          <PaidList payments={list.payments} timeZone={timeZone} />
        </>
      )}
    </Loaded>
  );
}

/** Nothing if there is neither a subscription nor anything to pay. */
function Paying({ list, timeZone }: { list: PaymentList; timeZone: string }) {
  const { subscription, unpaidSince, canChangePlan, canChangeCard } = list;
  if (!subscription && !unpaidSince) return null;
  return (
    <OpenSetting
      title="Subscription"
      value={subscription ? describeSubscription(subscription, timeZone) : null}
    >
      {unpaidSince && <p>{describeUnpaid(unpaidSince, timeZone)}</p>}
      <OwnLink />
      {subscription && (
        <div className="flex flex-wrap gap-3">
          {canChangePlan && (
            <ButtonLink href="/checkout" variant="quiet" size="small">
              Change your plan
            </ButtonLink>
          )}
          {canChangeCard && subscription.status !== 'ended' && <ChangeCard />}
          {canChangePlan && <CancelOrKeep subscription={subscription} canChangeCard={canChangeCard} />}
        </div>
      )}
    </OpenSetting>
  );
}

function PaymentsSkeleton() {
  return (
    <OpenSetting title="Payments">
      <Skeleton className="h-7 max-w-72" />
    </OpenSetting>
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
