import type { z } from 'zod';
import type {
  DeliveryMethod,
  DeliveryType,
  Schedule,
  ScheduleForm,
} from '../../../../../shared/delivery/schedules.ts';
import { todayIn, toInstant } from '../../../../lib/dates.ts';

/** What is being decided on the page: which memory goes when to whom, and how. */
export interface DeliveryPlan {
  memoryId: string | null;
  deliveryType: DeliveryType;
  /** YYYY-MM-DD, null while none is chosen; after a death it is the day before which nothing goes out. */
  date: string | null;
  /** HH:mm; counts for a delivery on a date only. */
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

/** The plan that a schedule stands for. A "not before" that is over no longer says anything. */
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

/** The day of the plan: after a death it is today unless a later one was chosen. */
export function dayOf({ deliveryType, date, timeZone }: DeliveryPlan, nowMs: number): string | null {
  if (date !== null || deliveryType === 'scheduled') return date;
  return todayIn(timeZone, nowMs).toString();
}

/** The instant that the plan means, as ISO 8601 UTC; null while day or time is missing. */
export function instantOf(plan: DeliveryPlan, nowMs: number): string | null {
  const date = dayOf(plan, nowMs);
  const time = plan.deliveryType === 'scheduled' ? plan.time : noon;
  return date && time ? toInstant({ date, time, timeZone: plan.timeZone }) : null;
}

export interface PlanFaults {
  memory?: string;
  date?: string;
  time?: string;
  recipients?: string;
}

const memoryAndDate = 'Please select both a memory and a date';

/** What keeps the plan from being scheduled, in the words of the page; empty when nothing does. */
export function findFaults(plan: DeliveryPlan, nowMs: number): PlanFaults {
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

/** The plan as the server takes it; null while something is missing. */
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
