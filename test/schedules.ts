/** Schedules as the web reads them, for tests that only display them. */
import type { Schedule } from '../shared/delivery/schedules.ts';

type Recipient = Schedule['recipients'][number];

/** A letter to Maya at noon on 4 May 2031 in New York. */
export function makeSchedule(changes: Partial<Schedule> = {}): Schedule {
  return {
    id: 'schedule',
    version: 1,
    memoryId: 'memory',
    memoryTitle: 'For your thirtieth',
    memoryType: 'letter',
    memorySeconds: null,
    deliveryDate: '2031-05-04T16:00:00.000Z',
    deliveryType: 'scheduled',
    deliveryMethod: 'digital',
    isDelivered: false,
    deliveredAt: null,
    localDate: '2031-05-04',
    localTime: '12:00',
    timezone: 'America/New_York',
    releaseDays: null,
    startedAt: null,
    seriesId: null,
    year: null,
    recipients: [makeScheduleRecipient()],
    createdAt: '2026-10-12T15:00:00.000Z',
    ...changes,
  };
}

/** A recipient who has received nothing yet. */
export function makeScheduleRecipient(changes: Partial<Recipient> = {}): Recipient {
  return {
    id: 'maya',
    firstName: 'Maya',
    lastName: 'Alvarez',
    ...{ unreachable: false, hasPhone: false },
    hasDied: false,
    state: null,
    waitingReason: null,
    isWithThePost: false,
    openedAt: null,
    ...changes,
  };
}
