import { useEffect, useRef, useState } from 'react';
import { goToFault } from '../../../../../lib/faults.ts';
import { Button } from '../../../../../ui/button.tsx';
import { PhoneBar } from '../../../../../ui/phone-bar.tsx';
import { dismissErrors } from '../../../../../ui/toast.ts';
import { showPlanErrors } from '../schedule-toasts.ts';
import { type DeliveryPlan, findPlanErrors, type PlanErrors } from './delivery-plan.ts';
import type { useDeliveryPlan } from './use-delivery-plan.ts';

/** On phones the form is filled in step by step: what, when, for whom, and whether it is right. */
export const planSteps = ['What', 'When', 'For whom', 'Check'] as const;
export type PlanStep = 1 | 2 | 3 | 4;

export const stepAfter: Record<PlanStep, PlanStep> = { 1: 2, 2: 3, 3: 4, 4: 4 };
export const stepBefore: Record<PlanStep, PlanStep> = { 1: 1, 2: 1, 3: 2, 4: 3 };

export function planColumnId(number: PlanStep): string {
  return `delivery-${number}`;
}

/** The first step that is not answered; when changing a delivery, whose memory is fixed, the day. */
export function firstStepOf({ memoryId, deliveryType, date }: DeliveryPlan, isChange: boolean): PlanStep {
  if (isChange) return 2;
  if (memoryId === null) return 1;
  return deliveryType === 'scheduled' && date === null ? 2 : 3;
}

/** The errors that belong to one step. */
export function errorsOfStep(step: PlanStep, errors: PlanErrors): PlanErrors {
  const { memory, date, time, days, recipients } = errors;
  if (step === 1) return { ...(memory && { memory }) };
  if (step === 2) return { ...(date && { date }), ...(time && { time }), ...(days && { days }) };
  return step === 3 ? { ...(recipients && { recipients }) } : {};
}

/** Whether the screen shows one step at a time. */
export function isStepwise(): boolean {
  return !window.matchMedia('(min-width: 48rem)').matches;
}

type Form = Pick<ReturnType<typeof useDeliveryPlan>, 'plan' | 'memory' | 'nowMs'>;

/** The current step on a phone. The person can continue once it is answered; until then it says what is missing. */
export function usePlanSteps(first: PlanStep, { plan, memory, nowMs }: Form) {
  const [step, setStep] = useState(first);
  const [tried, setTried] = useState<PlanStep | null>(null);
  const faults = errorsOfStep(step, findPlanErrors({ ...plan, memoryId: memory?.id ?? null }, nowMs));
  const { show, showFault } = useFocusedStep(setStep);
  return {
    step,
    faults: tried === step ? faults : {},
    showFault,
    goOn() {
      const isAnswered = showPlanErrors(faults) === null;
      if (isAnswered) dismissErrors();
      setTried(isAnswered ? null : step);
      if (isAnswered) show(stepAfter[step]);
      else showFault(step);
    },
    goBack: () => show(stepBefore[step]),
  };
}

/** Shows a step and, once it is rendered, moves the focus to its heading. `showFault` does so if it prevents submitting the form. */
export function useFocusedStep(setStep: (step: PlanStep) => void) {
  const [asked, setAsked] = useState<{ step: PlanStep; isFault: boolean } | null>(null);
  const done = useRef(asked);
  useEffect(() => {
    if (asked === null || done.current === asked) return;
    done.current = asked;
    const heading = document.getElementById(planColumnId(asked.step));
    if (asked.isFault) goToFault(heading);
    else heading?.focus();
  }, [asked]);
  const ask = (step: PlanStep, isFault: boolean) => {
    setStep(step);
    setAsked({ step, isFault });
  };
  return { show: (step: PlanStep) => ask(step, false), showFault: (step: PlanStep) => ask(step, true) };
}

type PlanStepBarProps = Pick<ReturnType<typeof usePlanSteps>, 'step' | 'goOn' | 'goBack'>;

/** Only on phones: to the next question, and back. */
export function PlanStepBar({ step, goOn, goBack }: PlanStepBarProps) {
  return (
    <PhoneBar className="flex items-center justify-between gap-4 rounded-b-card border-t border-line bg-card px-4 py-3 md:hidden">
      {step > 1 && (
        <Button variant="text" onPress={goBack}>
          Back
        </Button>
      )}
      <Button className="ml-auto" onPress={goOn}>
        Continue
      </Button>
    </PhoneBar>
  );
}
