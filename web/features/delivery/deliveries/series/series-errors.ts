import { toast } from '../../../../ui/toast.ts';
import type { PlanStep } from '../schedules/form/plan-steps.tsx';
import type { PlannedYear } from './planned-years.ts';
import { newYears } from './series-notes.ts';
import type { SeriesPlan } from './series-plan.ts';

export interface SeriesErrors {
  person?: string;
  day?: string;
  until?: string;
  time?: string;
  years?: string;
}

/** One message for each missing part of the sentence; empty if the years can be scheduled. */
export function findSeriesErrors(plan: SeriesPlan, years: readonly PlannedYear[]): SeriesErrors {
  if (plan.recipientId === null) return { person: 'Please choose who it is for' };
  return {
    ...(plan.day === null && { day: 'Please choose a day of the year' }),
    ...(plan.day !== null && years.length === 0 && { until: 'Please choose a later year' }),
    ...(plan.time === '' && { time: 'Delivery time is required' }),
    ...(years.length > 0 &&
      newYears(years).length === 0 && { years: 'Please choose something for at least one year' }),
  };
}

/** The errors that belong to one step on the phone: who, when, what. */
export function errorsOfStep(step: PlanStep, errors: SeriesErrors): SeriesErrors {
  const { person, day, until, time, years } = errors;
  if (step === 1) return { ...(person && { person }) };
  if (step === 2) return { ...(day && { day }), ...(until && { until }), ...(time && { time }) };
  return step === 3 ? { ...(years && { years }) } : {};
}

/** Shows the first error. Returns its step, or null if there is none. */
export function showSeriesErrors(errors: SeriesErrors): PlanStep | null {
  const { person, day, until, time, years } = errors;
  const title = person ?? day ?? until ?? time ?? years;
  if (title === undefined) return null;
  toast({ variant: 'destructive', title });
  if (person) return 1;
  return day || until || time ? 2 : 3;
}

/** The first step that is not answered. */
export function firstStepOf(plan: SeriesPlan): PlanStep {
  return plan.recipientId === null ? 1 : 2;
}
