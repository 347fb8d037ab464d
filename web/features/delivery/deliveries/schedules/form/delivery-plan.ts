import type { z } from 'zod';
import {
  type DeliveryMethod,
  type DeliveryType,
  releaseDaysMax,
  type Schedule,
  type ScheduleForm,
} from '../../../../../../shared/delivery/schedules.ts';
import { timeZoneLabel } from '../../../../../../shared/time-zones.ts';
import { dayIn } from '../../../../../lib/calendar-day.ts';
import { toInstant, toWallClock } from '../../../../../lib/dates.ts';

/** The form: which memory goes to whom, when and how. */
export interface DeliveryPlan {
  memoryId: string | null;
  deliveryType: DeliveryType;
  /** YYYY-MM-DD, null while none is chosen; like `time`, used only for delivery on a date. */
  date: string | null;
  /** HH:mm */
  time: string;
  /** The earliest day of a delivery after a death; null while none is chosen. */
  notBefore: string | null;
  /** Days after the death, as typed; '0' means at once. Like `notBefore`, used only for delivery after a death. */
  releaseDays: string;
  timeZone: string;
  deliveryMethod: DeliveryMethod;
  /** Null until somebody is chosen explicitly: until then it is the person to whom the memory is addressed. */
  recipientIds: readonly string[] | null;
  /** The version of the schedule being changed, as it was read; empty for a new one. */
  version: string;
}

/** A plan whose people are known. */
export interface FullPlan extends DeliveryPlan {
  recipientIds: readonly string[];
}

const noon = '12:00';
export const atOnce = '0';

export function emptyPlan(timeZone: string, memoryId: string | null): DeliveryPlan {
  return {
    memoryId,
    deliveryType: 'scheduled',
    date: null,
    time: noon,
    notBefore: null,
    releaseDays: atOnce,
    timeZone,
    deliveryMethod: 'digital',
    recipientIds: null,
    version: '',
  };
}

/** The plan of an existing schedule. An earliest day that has passed is dropped. */
export function planOf(schedule: Schedule, nowMs: number): FullPlan {
  const today = dayIn(schedule.timezone, nowMs);
  const isDated = schedule.deliveryType === 'scheduled';
  return {
    memoryId: schedule.memoryId,
    deliveryType: schedule.deliveryType,
    date: isDated ? schedule.localDate : null,
    time: schedule.localTime.slice(0, 5),
    notBefore: !isDated && schedule.localDate > today ? schedule.localDate : null,
    releaseDays: schedule.releaseDays === null ? atOnce : String(schedule.releaseDays),
    timeZone: schedule.timezone,
    deliveryMethod: schedule.deliveryMethod,
    recipientIds: schedule.recipients.map((recipient) => recipient.id),
    version: String(schedule.version),
  };
}

/** The chosen day; for delivery after a death, the earliest one or today. */
export function dayOf(
  { deliveryType, date, notBefore, timeZone }: DeliveryPlan,
  nowMs: number,
): string | null {
  if (deliveryType === 'scheduled') return date;
  const today = dayIn(timeZone, nowMs);
  return notBefore !== null && notBefore > today ? notBefore : today;
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
  days?: string;
  recipients?: string;
}

const daysWanted = `Please give a whole number of days, from 0 to ${releaseDaysMax}`;
const memoryAndDate = 'Please select both a memory and a date';

/** The chosen days after the death; null unless they are an allowed whole number. */
export function releaseDaysOf({ releaseDays }: Pick<DeliveryPlan, 'releaseDays'>): number | null {
  const days = /^\d{1,4}$/.test(releaseDays.trim()) ? Number(releaseDays) : Number.NaN;
  return days <= releaseDaysMax ? days : null;
}

/** Choices that are no longer possible, since time has passed; shown at once. */
export function findPastErrors(plan: DeliveryPlan, nowMs: number): PlanErrors {
  const instant = instantOf(plan, nowMs);
  if (plan.deliveryType !== 'scheduled' || instant === null || Date.parse(instant) > nowMs) return {};
  const now = toWallClock(new Date(nowMs).toISOString(), plan.timeZone);
  if (plan.date !== now.date) return { date: 'This day has passed. Please choose another.' };
  const zone = timeZoneLabel(plan.timeZone);
  return {
    time: `${plan.time} has passed today: it is ${now.time} ${zone}. Please choose a later time or another day.`,
  };
}

/** Returns one message for each incomplete or invalid part; empty if the plan can be scheduled. */
export function findPlanErrors(plan: FullPlan, nowMs: number): PlanErrors {
  const isDated = plan.deliveryType === 'scheduled';
  return {
    ...(plan.memoryId === null && { memory: memoryAndDate }),
    ...(isDated && plan.date === null && { date: memoryAndDate }),
    ...(isDated && plan.time === '' && { time: 'Delivery time is required' }),
    ...findPastErrors(plan, nowMs),
    ...(!isDated && releaseDaysOf(plan) === null && { days: daysWanted }),
    ...(plan.recipientIds.length === 0 && { recipients: 'Please select at least one recipient' }),
  };
}

/** The request body; null while something is missing. */
export function toScheduleForm(plan: FullPlan, nowMs: number): z.input<typeof ScheduleForm> | null {
  const deliveryDate = instantOf(plan, nowMs);
  if (plan.memoryId === null || deliveryDate === null) return null;
  const releaseDays = plan.deliveryType === 'on_death' ? releaseDaysOf(plan) || null : null;
  return {
    memoryId: plan.memoryId,
    deliveryDate,
    deliveryType: plan.deliveryType,
    deliveryMethod: plan.deliveryMethod,
    releaseDays,
    timezone: plan.timeZone,
    recipientIds: [...plan.recipientIds],
  };
}
