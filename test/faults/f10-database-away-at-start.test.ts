// F10: PostgreSQL is down when a process starts. It waits, says so, and works as soon as the database
// responds; asked to stop meanwhile, it stops at once.
import { expect, test } from 'vitest';
import { eventually } from '../app.ts';
import { placeProxy } from '../database-proxy.ts';
import { makePlace } from './support/place.ts';
import { launchProcess } from './support/processes.ts';
import { call } from './support/requests.ts';

test('F10: a worker waits for the database, then works, and answers for its health', async () => {
  const { env, databaseUrl } = await makePlace();
  const proxy = await placeProxy(databaseUrl);
  const worker = await launchProcess({ ...env, DATABASE_URL: proxy.url }, { role: 'worker' });
  await eventually(
    async () => worker.said().includes('waiting for the database'),
    'the worker to say that it waits',
  );
  await proxy.open();
  await worker.ready;
  expect((await call(worker.address, { path: '/healthz' })).status).toBe(200);
  expect((await call(worker.address, { path: '/readyz' })).status).toBe(200);
  expect((await call(worker.address, { path: '/metrics' })).status).toBe(200);
  expect((await call(worker.address, { path: '/api/features' })).status).toBe(404);
  expect(await worker.end('SIGTERM')).toEqual({ code: 0, signal: null });
  await proxy.close();
});

test('F10: a process that waits for the database stops when asked to', async () => {
  const { env, databaseUrl } = await makePlace();
  const proxy = await placeProxy(databaseUrl);
  const waiting = await launchProcess({ ...env, DATABASE_URL: proxy.url });
  await eventually(
    async () => waiting.said().includes('waiting for the database'),
    'it to say that it waits',
  );
  expect(await waiting.end('SIGTERM')).toEqual({ code: 0, signal: null });
});
