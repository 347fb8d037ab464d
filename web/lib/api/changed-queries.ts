import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { ChangeTopic } from '../../../shared/system/events.ts';
import { inBackground } from './request.ts';

/** The queries that a topic of the change stream invalidates; each key covers all keys that begin with it. */
const keysOfTopics: Readonly<Record<ChangeTopic, readonly QueryKey[]>> = {
  memories: [['/api/memories']],
  recipients: [['/api/recipients'], ['/api/release-wishes']],
  schedules: [['/api/schedules']],
  stats: [['/api/user/stats'], ['/api/payments']],
  profile: [['/api/user/profile'], ['/api/release-wishes']],
  sessions: [['/api/auth/sessions']],
  export: [['/api/user/export']],
  legacy: [['/api/legacy-answers']],
  'gift-orders': [['/api/gift-orders']],
  'counselor-bookings': [['/api/counselor-bookings'], ['/api/counselor-availability']],
  'therapy-requests': [['/api/therapy-requests']],
  'physical-items': [['/api/physical-items'], ['/api/physical-storage-requests']],
  staff: [['/api/admin']],
};

/** Marks the queries as stale and refetches those in use. */
export async function invalidateTopics(queries: QueryClient, topics: readonly ChangeTopic[]): Promise<void> {
  const keys = topics.flatMap((topic) => keysOfTopics[topic]);
  await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
}

/** As `invalidateTopics`, after an announcement by the server, which is not activity of the person. */
export function invalidateAnnounced(queries: QueryClient, topics: readonly ChangeTopic[]): Promise<void> {
  return inBackground(() => invalidateTopics(queries, topics));
}
