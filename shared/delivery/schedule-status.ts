/** Without schemas, since the dashboard shows it and should not load zod for that. */

export const upcomingDeliveriesShown = 3;

export type ScheduleStatus = 'Delivered' | 'Pending' | 'Scheduled';

/** The word shown for a schedule: Delivered, else Pending when its date is past, else Scheduled. */
export function scheduleStatus(
  schedule: { isDelivered: boolean; deliveryDate: string | Date },
  now: Date,
): ScheduleStatus {
  if (schedule.isDelivered) return 'Delivered';
  return new Date(schedule.deliveryDate) <= now ? 'Pending' : 'Scheduled';
}
