// A process that starts on an empty database beside the files of another refuses, and so do all that start with it.
import { expect, test } from 'vitest';
import { faultSecret, makeEmptyDatabase, makePlace } from './support/place.ts';
import { launchProcess, startProcess } from './support/processes.ts';

test('on an empty database beside the files of another the product does not start, nor with another secret', async () => {
  const place = await makePlace();
  const started = await Promise.all([
    startProcess(place.env, { role: 'web' }),
    startProcess(place.env, { role: 'worker' }),
  ]);
  for (const one of started) await one.end('SIGTERM');

  const wrong = { ...place.env, DATABASE_URL: await makeEmptyDatabase() };
  const refused = await Promise.all([
    launchProcess(wrong, { role: 'web' }),
    launchProcess(wrong, { role: 'worker' }),
  ]);
  for (const one of refused) {
    await expect(one.ready).rejects.toThrow('and the database to none');
    expect(await one.exited).toEqual({ code: 1, signal: null });
  }
  const otherSecret = await launchProcess({ ...place.env, APP_SECRET: `not ${faultSecret}` });
  await expect(otherSecret.ready).rejects.toThrow('APP_SECRET: This installation has another one');
  await startProcess(place.env, { role: 'web' });
});
