import type { DeliveryPlan, PlanErrors } from './delivery-plan.ts';

/** On phones the form is asked step by step: what, when, for whom, and whether it is right. */
export const planSteps = ['What', 'When', 'For whom', 'Check'] as const;
export type PlanStep = 1 | 2 | 3 | 4;

export const stepAfter: Record<PlanStep, PlanStep> = { 1: 2, 2: 3, 3: 4, 4: 4 };
export const stepBefore: Record<PlanStep, PlanStep> = { 1: 1, 2: 1, 3: 2, 4: 3 };

/** The first step that is not answered; of changes to a delivery, whose memory stays, the day. */
export function firstStepOf({ memoryId, deliveryType, date }: DeliveryPlan, isChange: boolean): PlanStep {
  if (isChange) return 2;
  if (memoryId === null) return 1;
  return deliveryType === 'scheduled' && date === null ? 2 : 3;
}

/** Those of the errors that belong to one step. */
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
