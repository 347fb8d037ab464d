import { z } from 'zod';
import { CalendarDay, Instant } from '../values.ts';

// What the overview of the staff console shows: only counts and times.

/** In the order in which they are shown. */
export const staffQueues = [
  'holds',
  'death-reports',
  'life-changes',
  'address-changes',
  'deliveries',
  'memories',
  'counselor-bookings',
  'therapy-requests',
  'physical-items',
  'storage-requests',
  'gift-orders',
  'refunds',
  'disputes',
  'arrears',
  'payment-notices',
  'mails',
] as const;
export type StaffQueueName = (typeof staffQueues)[number];

export const StaffQueue = z.object({
  name: z.enum(staffQueues),
  count: z.number(),
  /** Since when the oldest has been waiting. */
  oldest: Instant.nullable(),
  /** How many have been waiting for longer than they should. */
  late: z.number(),
  /** Half a sentence about them. */
  detail: z.string().nullable(),
});
export type StaffQueue = z.input<typeof StaffQueue>;

export const StaffOverview = z.object({
  queues: z.array(StaffQueue),
  /** Deliveries that were due today, in the time zone of the person who asks, and have not gone out. */
  missedToday: z.number(),
});
export type StaffOverview = z.input<typeof StaffOverview>;

export const healthParts = [
  'database',
  'files',
  'worker',
  'time-zone-rules',
  'mail',
  'sms',
  'ffmpeg',
  'malware-scan',
  'backup',
] as const;

export const HealthPart = z.object({
  part: z.enum(healthParts),
  state: z.enum(['works', 'not-set-up', 'trouble']),
  detail: z.string(),
  /** When the event described by `detail` happened. */
  at: Instant.nullable(),
});
export const StaffHealth = z.array(HealthPart);
export type StaffHealth = z.input<typeof StaffHealth>;
export type HealthPart = z.input<typeof HealthPart>;

export const DeliveryDay = z.object({
  day: CalendarDay,
  delivered: z.number(),
  waiting: z.number(),
  failed: z.number(),
  planned: z.number(),
});
export type DeliveryDay = z.input<typeof DeliveryDay>;

/** How many days before and after today the chart shows. */
export const chartDays = 30;

/** By the days in the time zone of the person who asks. */
export const StaffDeliveryDays = z.object({
  /** From `chartDays` before today until `chartDays` after it, each day once. */
  days: z.array(DeliveryDay),
  /** The day with the most deliveries, among the foreseeable days after tomorrow. */
  busiest: z.object({ day: CalendarDay, planned: z.number() }).nullable(),
});
export type StaffDeliveryDays = z.input<typeof StaffDeliveryDays>;
