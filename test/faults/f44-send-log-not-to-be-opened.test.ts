// F44: the send log cannot be opened at its first use of a day, because a file is in its way; later it can.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dayOf } from '../../server/platform/clock.ts';
import { eventually } from '../app.ts';
import { startSmtpServer } from '../fakes/smtp-server.ts';
import { allDelivered, expectEachSentOnce, expectReconciled } from './support/deliveries.ts';
import { mailThrough, makePlace } from './support/place.ts';
import { startProcess } from './support/processes.ts';
import { call } from './support/requests.ts';
import { seedAtOnce } from './support/seed.ts';

test('nothing is sent meanwhile and /readyz says why; within a minute after everything is', async () => {
  const smtp = await startSmtpServer();
  const { db, dataDir, env } = await makePlace(mailThrough(smtp.url));
  const inTheWay = [Date.now(), Date.now() + 86_400_000].map((at) =>
    join(dataDir, 'send-log', dayOf(new Date(at))),
  );
  await mkdir(join(dataDir, 'send-log'), { recursive: true });
  for (const path of inTheWay) await writeFile(path, '');
  const { address, said } = await startProcess(env);
  const readiness = async () => {
    const { status, bytes } = await call(address, { path: '/readyz' });
    return `${status} ${bytes}`;
  };
  await seedAtOnce(db, { count: 3, dueAt: new Date() });
  await eventually(async () => /the send log cannot be used/.test(said()), 'the log to name the send log');
  expect(said()).toContain('EEXIST');
  expect(await readiness()).toMatch(/^503 .*"sendLog":\{"ok":false,"message":"EEXIST/);
  expect(smtp.messages).toEqual([]);

  for (const path of inTheWay) await rm(path);
  await allDelivered(db, 3, 60);
  await eventually(async () => (await readiness()).startsWith('200'), '200 of /readyz');
  expectEachSentOnce(smtp, 3);
  await expectReconciled(db);
});
