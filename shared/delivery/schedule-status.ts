// Without schemas, since the dashboard uses it and should not load zod for that.

export const upcomingDeliveriesShown = 3;

export type ScheduleStatus = 'Delivered' | 'Pending' | 'Scheduled';

/** Pending: the date is past, but not everybody has received it. */
export function scheduleStatus(
  schedule: { isDelivered: boolean; deliveryDate: string | Date },
  now: Date,
): ScheduleStatus {
  if (schedule.isDelivered) return 'Delivered';
  return new Date(schedule.deliveryDate) <= now ? 'Pending' : 'Scheduled';
}
