import { useState } from 'react';
import { dismissErrors } from '../../../../ui/toast.ts';
import { type PlanStep, stepAfter, stepBefore, useFocusedStep } from '../schedules/form/plan-steps.tsx';
import {
  errorsOfStep,
  findSeriesErrors,
  firstStepOf,
  type SeriesErrors,
  showSeriesErrors,
} from './series-errors.ts';
import type { SeriesForm } from './use-series-plan.ts';

export const seriesSteps = ['Who', 'When', 'What', 'Check'] as const;

const noErrors: SeriesErrors = {};

/** The current step on a phone. The person can continue once it is answered; until then it says what is missing. */
export function useSeriesSteps({ plan, years }: Pick<SeriesForm, 'plan' | 'years'>) {
  const [chosen, setStep] = useState<PlanStep | null>(null);
  const step = chosen ?? firstStepOf(plan);
  const [tried, setTried] = useState<PlanStep | null>(null);
  const faults = errorsOfStep(step, findSeriesErrors(plan, years));
  const { show, showFault } = useFocusedStep(setStep);
  return {
    step,
    faults: tried === step ? faults : noErrors,
    showFault,
    show,
    goOn() {
      const isAnswered = showSeriesErrors(faults) === null;
      if (isAnswered) dismissErrors();
      setTried(isAnswered ? null : step);
      if (isAnswered) show(stepAfter[step]);
      else showFault(step);
    },
    goBack: () => show(stepBefore[step]),
  };
}
