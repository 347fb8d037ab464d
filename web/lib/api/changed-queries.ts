import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { ChangeTopic } from '../../../shared/system/events.ts';
import { inBackground } from './request.ts';

/** Which reads a topic of the change stream names; a key covers all keys that begin with it. */
const keysOfTopics: Readonly<Record<ChangeTopic, QueryKey>> = {
  memories: ['/api/memories'],
  recipients: ['/api/recipients'],
  schedules: ['/api/schedules'],
  stats: ['/api/user/stats'],
  profile: ['/api/user/profile'],
  sessions: ['/api/auth/sessions'],
  export: ['/api/user/export'],
  legacy: ['/api/legacy-answers'],
  'gift-orders': ['/api/gift-orders'],
};

/** Marks the named lists as out of date and re-reads those that are shown. */
export async function invalidateTopics(queries: QueryClient, topics: readonly ChangeTopic[]): Promise<void> {
  await Promise.all(topics.map((topic) => queries.invalidateQueries({ queryKey: keysOfTopics[topic] })));
}

/** As `invalidateTopics`, when the server has announced it and nobody here did anything. */
export function invalidateAnnounced(queries: QueryClient, topics: readonly ChangeTopic[]): Promise<void> {
  return inBackground(() => invalidateTopics(queries, topics));
}
