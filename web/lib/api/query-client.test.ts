import { expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { createQueryClient, pathOf } from './query-client.ts';

test('the default read is a GET on the parts of the key, joined with slashes', () => {
  expect(pathOf(['/api/memories'])).toBe('/api/memories');
  expect(pathOf(['/api/memories', 'a1', 'recipients'])).toBe('/api/memories/a1/recipients');
});

test('data is never stale, and nothing is read again by itself', () => {
  const { queries, mutations } = createQueryClient(() => undefined).getDefaultOptions();
  expect(queries).toMatchObject({
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchInterval: false,
    retry: false,
  });
  expect(mutations).toMatchObject({ retry: false });
});

test('a failed read is said each time in its own words, the first time too', async () => {
  const told: string[] = [];
  const client = createQueryClient((failure) => told.push(failure));
  const error = new ApiError({ status: 500, statusText: 'Internal Server Error', body: '' });
  const failing = (name: string, meta: { failure?: string }) =>
    client.fetchQuery({ queryKey: [name], queryFn: () => Promise.reject(error), meta, staleTime: 0 });
  const stats = { failure: 'Failed to fetch stats' };
  await expect(failing('stats', stats)).rejects.toBe(error);
  await expect(failing('quiet', {})).rejects.toBe(error);
  expect(told).toEqual(['Failed to fetch stats']);
  client.setQueryData(['stats'], { letterCount: 1 });
  await expect(failing('stats', stats)).rejects.toBe(error);
  expect(told).toEqual(['Failed to fetch stats', 'Failed to fetch stats']);
  client.clear();
});

test('a write that succeeds, and a read that had failed, take the old error away', async () => {
  let successes = 0;
  const client = createQueryClient(
    () => undefined,
    () => successes++,
  );
  const read = (queryFn: () => Promise<string>) =>
    client.fetchQuery({ queryKey: ['stats'], queryFn, staleTime: 0, meta: { failure: 'Failed' } });
  const write = (mutationFn: () => Promise<string>) =>
    client.getMutationCache().build(client, { mutationFn }).execute(undefined);
  const fail = () => Promise.reject(new Error('offline'));
  const succeed = () => Promise.resolve('done');
  await read(succeed);
  await expect(read(fail)).rejects.toThrow('offline');
  await expect(write(fail)).rejects.toThrow('offline');
  expect(successes).toBe(0);
  await read(succeed);
  expect(successes).toBe(1);
  await write(succeed);
  expect(successes).toBe(2);
  client.clear();
});
