import type { z } from 'zod';
import type {
  DeliveryMethod,
  DeliveryType,
  Schedule,
  ScheduleForm,
} from '../../../../../shared/delivery/schedules.ts';
import { todayIn, toInstant } from '../../../../lib/dates.ts';

/** The form: which memory goes to whom, when and how. */
export interface DeliveryPlan {
  memoryId: string | null;
  deliveryType: DeliveryType;
  /** YYYY-MM-DD, null while none is chosen. For delivery after a death, the earliest day. */
  date: string | null;
  /** HH:mm; used only for delivery on a date. */
  time: string;
  timeZone: string;
  deliveryMethod: DeliveryMethod;
  recipientIds: readonly string[];
}

const noon = '12:00';

export function emptyPlan(timeZone: string, memoryId: string | null): DeliveryPlan {
  return {
    memoryId,
    deliveryType: 'scheduled',
    date: null,
    time: noon,
    timeZone,
    deliveryMethod: 'digital',
    recipientIds: [],
  };
}

/** The plan of an existing schedule. An earliest day that has passed is dropped. */
export function planOf(schedule: Schedule, nowMs: number): DeliveryPlan {
  const today = todayIn(schedule.timezone, nowMs).toString();
  const isOver = schedule.deliveryType === 'on_death' && schedule.localDate <= today;
  return {
    memoryId: schedule.memoryId,
    deliveryType: schedule.deliveryType,
    date: isOver ? null : schedule.localDate,
    time: schedule.localTime.slice(0, 5),
    timeZone: schedule.timezone,
    deliveryMethod: schedule.deliveryMethod,
    recipientIds: schedule.recipients.map((recipient) => recipient.id),
  };
}

/** The chosen day; for delivery after a death without one, today. */
export function dayOf({ deliveryType, date, timeZone }: DeliveryPlan, nowMs: number): string | null {
  if (date !== null || deliveryType === 'scheduled') return date;
  return todayIn(timeZone, nowMs).toString();
}

/** The instant of the delivery as ISO 8601 UTC; null while day or time is missing. */
export function instantOf(plan: DeliveryPlan, nowMs: number): string | null {
  const date = dayOf(plan, nowMs);
  const time = plan.deliveryType === 'scheduled' ? plan.time : noon;
  return date && time ? toInstant({ date, time, timeZone: plan.timeZone }) : null;
}

export interface PlanErrors {
  memory?: string;
  date?: string;
  time?: string;
  recipients?: string;
}

const memoryAndDate = 'Please select both a memory and a date';

/** Returns one message for each incomplete or invalid part; empty when the plan can be scheduled. */
export function findPlanErrors(plan: DeliveryPlan, nowMs: number): PlanErrors {
  const isDated = plan.deliveryType === 'scheduled';
  const instant = instantOf(plan, nowMs);
  const isPast = isDated && instant !== null && Date.parse(instant) <= nowMs;
  return {
    ...(plan.memoryId === null && { memory: memoryAndDate }),
    ...(isDated && plan.date === null && { date: memoryAndDate }),
    ...(isDated && plan.time === '' && { time: 'Delivery time is required' }),
    ...(isPast && { time: 'Delivery date must be in the future' }),
    ...(plan.recipientIds.length === 0 && { recipients: 'Please select at least one recipient' }),
  };
}

/** The request body; null while something is missing. */
export function toScheduleForm(plan: DeliveryPlan, nowMs: number): z.input<typeof ScheduleForm> | null {
  const deliveryDate = instantOf(plan, nowMs);
  if (plan.memoryId === null || deliveryDate === null) return null;
  return {
    memoryId: plan.memoryId,
    deliveryDate,
    deliveryType: plan.deliveryType,
    deliveryMethod: plan.deliveryMethod,
    timezone: plan.timeZone,
    recipientIds: [...plan.recipientIds],
  };
}
