import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { type BillingPeriod, billingPeriods } from '../../../../shared/billing/billing.ts';
import { periodNames } from '../../../lib/plan-text.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { NoSalesNote } from '../../../ui/no-sales-note.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Page } from '../../../ui/page.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { ChangeDialog } from '../subscriptions/subscriptions.tsx';
import { describeCurrentPlan, hasChoice, isRunning, useCurrentPlan } from './held-plan.ts';
import { CancelledPayment } from './payments.tsx';
import { FreeOption, PlanOptions, PlanStanding } from './plan-options.tsx';
import { RedirectPanel } from './redirect-panel.tsx';
import { useCheckout, usePlanChange } from './use-checkout.ts';

/** Chooses a plan, which is paid for on the next page or replaces the running one. */
export function CheckoutPage() {
  const { step, choose, goBack } = useCheckout();
  const current = useCurrentPlan();
  const { wanted, think, result, close, finish } = usePlanChange();
  const [chosenPeriod, setPeriod] = useState(periodFromAddress);
  const period = chosenPeriod ?? current.running?.billingPeriod ?? 'monthly';
  const canChange = isRunning(current);
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
        Paid plans cannot be bought here now. Your plan stays as it is, and so does everything you keep here.
      </NoSalesNote>
      <CancelledPayment path="/checkout" />
      {result && <Notice title={result.title}>{result.message}</Notice>}
      <PlanStanding current={current} />
      {hasChoice(current) && (
        <SegmentedControl
          label="How often would you like to pay?"
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
        onChoose={(plan) => (canChange ? think({ plan, period }) : void choose({ plan, period }))}
      />
      {canChange && <FreeOption current={current} onChoose={() => think({ plan: 'free', period })} />}
      {hasChoice(current) && (
        <p className="mt-7 max-w-measure text-ink-soft">
          {canChange
            ? 'Before anything changes you are shown what it costs, and when it begins. Everything you keep here stays as it is.'
            : 'The payment page comes next. Your plan begins as soon as it is paid, and everything you keep here stays as it is.'}
        </p>
      )}
      {wanted && current.running && (
        <ChangeDialog
          held={current.running}
          wanted={wanted}
          canChangeCard={current.canChangeCard}
          onClose={close}
          onDone={finish}
        />
      )}
    </Page>
  );
}

/** The period chosen earlier, when somebody returns from the payment page. */
function periodFromAddress(): BillingPeriod | null {
  const asked = new URLSearchParams(window.location.search).get('period');
  return billingPeriods.find((period) => period === asked) ?? null;
}
