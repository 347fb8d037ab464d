import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { ChangeTopic } from '../../../shared/system/events.ts';
import { inBackground } from './request.ts';

/** What is missing, and what that would lead to. */
const gaps: readonly QueryKey[] = [['/api/attention'], ['/api/rehearsal']];

/** The queries that a topic of the change stream invalidates; each key covers all keys that begin with it. */
const keysOfTopics: Readonly<Record<ChangeTopic, readonly QueryKey[]>> = {
  memories: [['/api/memories'], ['/api/rehearsal']],
  recipients: [['/api/recipients'], ['/api/series'], ['/api/release-wishes'], ...gaps],
  schedules: [['/api/schedules'], ['/api/series'], ...gaps],
  stats: [['/api/user/stats'], ['/api/payments'], ['/api/keep-current'], ...gaps],
  profile: [['/api/user/profile'], ['/api/release-wishes'], ...gaps],
  sessions: [['/api/auth/sessions']],
  export: [['/api/user/export']],
  legacy: [['/api/legacy-answers']],
  'gift-orders': [['/api/gift-orders']],
  'counselor-bookings': [['/api/counselor-bookings'], ['/api/counselor-availability']],
  'therapy-requests': [['/api/therapy-requests']],
  'physical-items': [['/api/physical-items'], ['/api/physical-storage-requests'], ...gaps],
  staff: [['/api/admin']],
};

/** Marks the queries as stale and refetches those in use. */
export function invalidateTopics(queries: QueryClient, topics: readonly ChangeTopic[]): Promise<void> {
  return invalidate(queries, topics, (begin) => begin());
}

/** Like `invalidateTopics`, but after an announcement by the server, which is not activity of the person. */
export function invalidateAnnounced(queries: QueryClient, topics: readonly ChangeTopic[]): Promise<void> {
  return invalidate(queries, topics, inBackground);
}

type Begin = (begin: () => Promise<unknown>) => Promise<unknown>;

async function invalidate(queries: QueryClient, topics: readonly ChangeTopic[], run: Begin): Promise<void> {
  const keys = topics.flatMap((topic) => keysOfTopics[topic]);
  await Promise.all(keys.map((queryKey) => invalidateKey(queries, queryKey, run)));
}

async function invalidateKey(queries: QueryClient, queryKey: QueryKey, run: Begin): Promise<void> {
  // A first read in progress may have looked before the change; invalidating would join it instead of restarting it.
  const firstReads = queries
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined });
  await run(() => queries.invalidateQueries({ queryKey }));
  const again = firstReads.map(
    (query) => () => queries.refetchQueries({ queryKey: query.queryKey, exact: true, type: 'active' }),
  );
  await Promise.all(again.map(run));
}
