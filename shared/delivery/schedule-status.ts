// Without schemas, since the dashboard uses it and should not load zod for that.

export const upcomingDeliveriesShown = 3;

export type ScheduleStatus = 'Delivered' | 'Pending' | 'Scheduled';

interface Dated {
  isDelivered: boolean;
  deliveryDate: string | Date;
  deliveryType: 'scheduled' | 'on_death';
}

/** Pending: the date is past, but not everybody has received it. The date of an `on_death` schedule does not matter for that. */
export function scheduleStatus(schedule: Dated, now: Date): ScheduleStatus {
  if (schedule.isDelivered) return 'Delivered';
  if (schedule.deliveryType === 'on_death') return 'Scheduled';
  return new Date(schedule.deliveryDate) <= now ? 'Pending' : 'Scheduled';
}
