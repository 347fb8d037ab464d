import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import type { BillingPeriod } from '../../../../shared/billing/billing.ts';
import { billingPeriods, paidPlanKeys } from '../../../../shared/billing/billing.ts';
import type { PlanKey } from '../../../../shared/plans.ts';
import { plans } from '../../../../shared/plans.ts';
import { deviceTimeZone, formatDate } from '../../../lib/dates.ts';
import { useCancelledPayment } from '../../../lib/use-cancelled-payment.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Page } from '../../../ui/page.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { Skeleton, SkeletonArea } from '../../../ui/skeleton.tsx';
import { useProfile } from '../../accounts/sessions/queries.ts';
import { useSessionUser } from '../../accounts/sessions/sessions.ts';
import { periodNames } from './checkout-prices.ts';
import type { HeldPlan } from './held-plan.ts';
import { choiceOf } from './held-plan.ts';
import { PlanOption } from './plan-option.tsx';
import { RedirectPanel } from './redirect-panel.tsx';
import { useCheckout } from './setting-up.ts';

/** Where a paid plan is chosen. Nothing is paid here: that is for the payment page that follows. */
export function CheckoutPage() {
  const isCancelled = useCancelledPayment('/checkout');
  const { step, choose, goBack } = useCheckout();
  const [period, setPeriod] = useState(periodBefore);
  const held = useHeldPlan();
  if (step.kind === 'redirecting')
    return <RedirectPanel choice={step.choice} url={step.url} onBack={goBack} />;
  return (
    <Page
      title="Choose your plan"
      lead={sayHeld(held)}
      actions={
        <ButtonLink
          href="/"
          variant="quiet"
          size="small"
          icon={<ArrowLeft aria-hidden="true" className="size-5" strokeWidth={1.5} />}
        >
          Back to Dashboard
        </ButtonLink>
      }
    >
      <title>Choose your plan · Long After</title>
      {isCancelled && (
        <Notice title="Payment Cancelled">Your payment was cancelled. You can try again anytime.</Notice>
      )}
      {hasChoice(held) && (
        <SegmentedControl
          label="Pay for how long at once"
          className="max-w-130"
          value={period}
          onChange={setPeriod}
          isDisabled={step.kind === 'setting-up'}
          choices={billingPeriods.map((value) => ({ value, label: periodNames[value] }))}
        />
      )}
      <PlanOptions
        held={held}
        period={period}
        settingUp={step.kind === 'setting-up' ? step.choice.plan : null}
        onChoose={(plan) => void choose({ plan, period })}
      />
      {hasChoice(held) && (
        <p className="mt-7 max-w-measure text-ink-soft">
          The payment page comes next. Your plan begins as soon as it is paid, and everything you keep here
          stays as it is.
        </p>
      )}
    </Page>
  );
}

type Held = HeldPlan & { isPending: boolean; requestedPlan: PlanKey | null; timezone: string };

/** The stored plan is there at once; what is paid for it has to be asked for. */
function useHeldPlan(): Held {
  const { subscriptionPlan, timezone } = useSessionUser();
  const { data: profile, isPending } = useProfile();
  return {
    isPending,
    plan: subscriptionPlan,
    paidThrough: profile?.paidThrough ?? null,
    requestedPlan: profile?.requestedPlan ?? null,
    timezone: timezone ?? deviceTimeZone(),
  };
}

function hasChoice(held: Held): boolean {
  return held.isPending || paidPlanKeys.some((key) => choiceOf(key, held, Date.now()) === 'open');
}

function sayHeld(held: Held): string {
  const { name } = plans[held.plan];
  if (hasChoice(held)) return `You have ${name}. Nothing changes before you have paid.`;
  if (!held.paidThrough) return `You have ${name}. There is nothing to pay.`;
  const day = formatDate(held.paidThrough, held.timezone);
  return `You have ${name}. It is paid until ${day}.`;
}

/** The period chosen before, of somebody who comes back from the payment page. */
function periodBefore(): BillingPeriod {
  const asked = new URLSearchParams(window.location.search).get('period');
  return billingPeriods.find((period) => period === asked) ?? 'monthly';
}

interface PlanOptionsProps {
  held: Held;
  period: BillingPeriod;
  settingUp: string | null;
  onChoose: (plan: (typeof paidPlanKeys)[number]) => void;
}

function PlanOptions({ held, period, settingUp, onChoose }: PlanOptionsProps) {
  if (held.isPending) return <OptionSkeletons />;
  return (
    // Side by side, what is the same in both cards stands on one line.
    <div className="mt-6 grid gap-5 md:grid-cols-2 md:grid-rows-[repeat(5,auto)] md:gap-y-0 lg:gap-x-6">
      {paidPlanKeys.map((key) => (
        <PlanOption
          key={key}
          planKey={key}
          period={period}
          held={held}
          isIntended={held.requestedPlan === key}
          isSettingUp={settingUp === key}
          isDisabled={settingUp !== null}
          onChoose={() => onChoose(key)}
        />
      ))}
    </div>
  );
}

function OptionSkeletons() {
  return (
    <SkeletonArea label="Loading the plans" className="mt-6 grid gap-5 md:grid-cols-2 lg:gap-6">
      <Skeleton className="h-150 rounded-card" />
      <Skeleton className="h-150 rounded-card" />
    </SkeletonArea>
  );
}
