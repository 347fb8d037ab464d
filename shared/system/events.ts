/**
 * Names the signed-in person's data that has changed, so that the page can read it again. `staff` is sent
 * only to staff: a queue of the console has changed.
 */
export const changeTopics = [
  'memories',
  'recipients',
  'schedules',
  'stats',
  'profile',
  'sessions',
  'export',
  'legacy',
  'gift-orders',
  'counselor-bookings',
  'therapy-requests',
  'physical-items',
  'staff',
] as const;
export type ChangeTopic = (typeof changeTopics)[number];
