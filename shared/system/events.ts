/** Names the data of the signed-in person that has changed, so that the page can read it again. */
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
