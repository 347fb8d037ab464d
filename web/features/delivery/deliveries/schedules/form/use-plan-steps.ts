import { useEffect, useRef, useState } from 'react';
import { dismissErrors } from '../../../../../ui/toast.ts';
import { showPlanErrors } from '../schedule-toasts.ts';
import { findPlanErrors } from './delivery-plan.ts';
import { planColumnId } from './plan-column.tsx';
import type { PlanStep } from './plan-steps.ts';
import { errorsOfStep, stepAfter, stepBefore } from './plan-steps.ts';
import type { useDeliveryPlan } from './use-delivery-plan.ts';

type Form = Pick<ReturnType<typeof useDeliveryPlan>, 'plan' | 'memory' | 'nowMs'>;

/** The step at which somebody on a phone is. It is left forwards once it is answered; until then it says what is missing. */
export function usePlanSteps(first: PlanStep, { plan, memory, nowMs }: Form) {
  const [step, setStep] = useState(first);
  const [tried, setTried] = useState<PlanStep | null>(null);
  const faults = errorsOfStep(step, findPlanErrors({ ...plan, memoryId: memory?.id ?? null }, nowMs));
  const show = useFocusedStep(setStep);
  return {
    step,
    faults: tried === step ? faults : {},
    show,
    goOn() {
      const isAnswered = showPlanErrors(faults) === null;
      if (isAnswered) dismissErrors();
      setTried(isAnswered ? null : step);
      show(isAnswered ? stepAfter[step] : step);
    },
    goBack: () => show(stepBefore[step]),
  };
}

/** Shows a step and, once it is there, gives its heading the focus. */
function useFocusedStep(setStep: (step: PlanStep) => void) {
  const [asked, setAsked] = useState<{ step: PlanStep } | null>(null);
  const done = useRef(asked);
  useEffect(() => {
    if (asked === null || done.current === asked) return;
    done.current = asked;
    document.getElementById(planColumnId(asked.step))?.focus();
  }, [asked]);
  return (step: PlanStep) => {
    setStep(step);
    setAsked({ step });
  };
}
