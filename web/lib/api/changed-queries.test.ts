import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { invalidateAnnounced, invalidateTopics } from './changed-queries.ts';
import { createQueryClient } from './query-client.ts';
import { read, readIfSignedIn } from './request.ts';

/** The path, and the value of the background header. */
let asked: [path: string | undefined, background: unknown][] = [];
/** What the responses wait for. */
let answering = Promise.resolve();
const server = createServer(async ({ url, headers }, response) => {
  asked.push([url, headers['x-background']]);
  await answering;
  response.end('[]');
});
let origin: string;

beforeAll(async () => {
  vi.stubGlobal('localStorage', { getItem: () => 'secret-token' });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

beforeEach(() => {
  asked = [];
});

afterAll(() => {
  vi.unstubAllGlobals();
  server.close();
});

/** Simulates a screen that shows the data of `key`. It reads from this test's server, as screens do. */
function show(queries: QueryClient, key: QueryKey, readFrom: (path: string) => Promise<unknown> = read) {
  const queryFn = () => readFrom(origin + key.join('/'));
  const screen = new QueryObserver(queries, { queryKey: key, queryFn });
  const leave = screen.subscribe(() => undefined);
  return {
    leave,
    settled: () => vi.waitUntil(() => screen.getCurrentResult().fetchStatus === 'idle', { timeout: 90_000 }),
  };
}

test('what is read again after an announcement says so, what somebody opens or changes does not', async () => {
  const queries = createQueryClient(() => undefined);
  const { leave, settled } = show(queries, ['/api/memories']);
  await settled();
  await invalidateAnnounced(queries, ['memories', 'stats']);
  await invalidateTopics(queries, ['memories']);
  expect(asked).toEqual([
    ['/api/memories', undefined],
    ['/api/memories', '1'],
    ['/api/memories', undefined],
  ]);
  leave();
  queries.clear();
});

test('a first read that is under way when something is announced is done again', async () => {
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  answering = promise;
  const queries = createQueryClient(() => undefined);
  const { leave } = show(queries, ['/api/memories']);
  await vi.waitUntil(() => asked.length === 1, { timeout: 90_000 });
  const read = invalidateAnnounced(queries, ['memories', 'stats']);
  answer();
  await read;
  expect(asked).toEqual([
    ['/api/memories', undefined],
    ['/api/memories', '1'],
  ]);
  leave();
  queries.clear();
});

test('the profile too says so', async () => {
  const queries = createQueryClient(() => undefined);
  const { leave, settled } = show(queries, ['/api/user/profile'], readIfSignedIn);
  await settled();
  await invalidateAnnounced(queries, ['profile']);
  expect(asked.map(([, background]) => background)).toEqual([undefined, '1']);
  leave();
  queries.clear();
});

test('what was announced while nobody looked is read when somebody opens it, which is their doing', async () => {
  const queries = createQueryClient(() => undefined);
  const first = show(queries, ['/api/memories']);
  await first.settled();
  first.leave();
  await invalidateAnnounced(queries, ['memories']);
  expect(asked).toHaveLength(1);
  const second = show(queries, ['/api/memories']);
  await second.settled();
  expect(asked[1]).toEqual(['/api/memories', undefined]);
  second.leave();
  queries.clear();
});
