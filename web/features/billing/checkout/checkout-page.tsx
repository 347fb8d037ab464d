import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import type { BillingPeriod } from '../../../../shared/billing/billing.ts';
import { billingPeriods, paidPlanKeys } from '../../../../shared/billing/billing.ts';
import { formatDate } from '../../../../shared/dates.ts';
import type { PlanKey } from '../../../../shared/plans.ts';
import { plans } from '../../../../shared/plans.ts';
import { deviceTimeZone } from '../../../lib/device-time-zone.ts';
import { periodNames } from '../../../lib/plan-text.ts';
import { isAnythingSold } from '../../../lib/sales.ts';
import { useCancelledPayment } from '../../../lib/use-cancelled-payment.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { NoSalesNote } from '../../../ui/no-sales-note.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Page } from '../../../ui/page.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { Skeleton, SkeletonArea } from '../../../ui/skeleton.tsx';
import { useProfile } from '../../accounts/sessions/queries.ts';
import { useSessionUser } from '../../accounts/sessions/sessions.ts';
import type { CurrentPlan } from './current-plan.ts';
import { availabilityOf } from './current-plan.ts';
import { PlanOption } from './plan-option.tsx';
import { RedirectPanel } from './redirect-panel.tsx';
import { useCheckout } from './use-checkout.ts';

/** Only chooses a paid plan; the payment happens on the page that follows. */
export function CheckoutPage() {
  const isCancelled = useCancelledPayment('/checkout');
  const { step, choose, goBack } = useCheckout();
  const [period, setPeriod] = useState(periodFromAddress);
  const current = useCurrentPlan();
  if (step.kind === 'redirecting')
    return <RedirectPanel choice={step.choice} url={step.url} onBack={goBack} />;
  return (
    <Page
      title="Choose your plan"
      lead={describeCurrentPlan(current)}
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
      <NoSalesNote>
        Paid plans cannot be bought here yet. Your plan stays as it is, and so does everything you keep here.
      </NoSalesNote>
      {isCancelled && (
        <Notice title="Payment Cancelled">Your payment was cancelled. You can try again anytime.</Notice>
      )}
      {hasChoice(current) && (
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
        current={current}
        period={period}
        settingUp={step.kind === 'setting-up' ? step.choice.plan : null}
        onChoose={(plan) => void choose({ plan, period })}
      />
      {hasChoice(current) && (
        <p className="mt-7 max-w-measure text-ink-soft">
          The payment page comes next. Your plan begins as soon as it is paid, and everything you keep here
          stays as it is.
        </p>
      )}
    </Page>
  );
}

type PlanState = CurrentPlan & { isPending: boolean; requestedPlan: PlanKey | null; timezone: string };

/** The stored plan is known at once; what was paid for it has to be fetched. */
function useCurrentPlan(): PlanState {
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

function hasChoice(current: PlanState): boolean {
  if (!isAnythingSold()) return false;
  return current.isPending || paidPlanKeys.some((key) => availabilityOf(key, current, Date.now()) === 'open');
}

function describeCurrentPlan(current: PlanState): string {
  const { name } = plans[current.plan];
  if (hasChoice(current)) return `You have ${name}. Nothing changes before you have paid.`;
  if (!current.paidThrough) return `You have ${name}. There is nothing to pay.`;
  const day = formatDate(current.paidThrough, current.timezone);
  return `You have ${name}. It is paid until ${day}.`;
}

/** The period chosen earlier, when somebody returns from the payment page. */
function periodFromAddress(): BillingPeriod {
  const asked = new URLSearchParams(window.location.search).get('period');
  return billingPeriods.find((period) => period === asked) ?? 'monthly';
}

interface PlanOptionsProps {
  current: PlanState;
  period: BillingPeriod;
  settingUp: string | null;
  onChoose: (plan: (typeof paidPlanKeys)[number]) => void;
}

function PlanOptions({ current, period, settingUp, onChoose }: PlanOptionsProps) {
  if (current.isPending) return <OptionSkeletons />;
  return (
    // The subgrid rows align the parts of both cards when they are side by side.
    <div className="mt-6 grid gap-5 md:grid-cols-2 md:grid-rows-[repeat(5,auto)] md:gap-y-0 lg:gap-x-6">
      {paidPlanKeys.map((key) => (
        <PlanOption
          key={key}
          planKey={key}
          period={period}
          current={current}
          isIntended={current.requestedPlan === key}
          isSettingUp={settingUp === key}
          isDisabled={settingUp !== null || !isAnythingSold()}
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
