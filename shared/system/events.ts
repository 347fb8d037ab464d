/** What of the signed-in person's data has changed; the page re-reads those lists. */
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
] as const;
export type ChangeTopic = (typeof changeTopics)[number];
