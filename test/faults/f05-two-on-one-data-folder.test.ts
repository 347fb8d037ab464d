// F05: two processes on one data folder with nothing configured. They share the database; when one is killed, the other continues.
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../server/platform/database.ts';
import { coverDataDir, findServer, joinHere, query } from '../../server/platform/postgres/testing.fixture.ts';
import { goodPassword } from '../factories.ts';
import { allDelivered, expectReconciled, letFallDue } from './support/deliveries.ts';
import { addRecipient, registerCaller, scheduleLetter, writeCheckedLetter } from './support/people.ts';
import { makeDataDir } from './support/place.ts';
import { startProcess } from './support/processes.ts';
import { call } from './support/requests.ts';

test('both serve what the other wrote; kill -9 of the one that started the database leaves the other working', async () => {
  const dataDir = coverDataDir(join(await makeDataDir(), 'data'));
  const env = { DATA_DIR: dataDir, RATE_LIMITS: 'off' };
  const first = await startProcess(env);
  const second = await startProcess(env);
  const { url } = await joinHere(dataDir);
  const { db, close } = openDatabase({ url, log: pino({ level: 'silent' }) });
  onTestFinished(close);

  const caller = await registerCaller(first.address);
  const letter = await writeCheckedLetter(caller, second.address);
  const recipient = await addRecipient(caller, first.address, 'maya@example.com');
  const deliveryDate = new Date('2099-05-04T12:00:00Z');
  const plan = { memoryId: letter.id, recipientIds: [recipient.id], deliveryDate };
  await letFallDue(db, await scheduleLetter(caller, second.address, plan));
  await allDelivered(db, 1);

  await first.end('SIGKILL');
  await letFallDue(db, await scheduleLetter(caller, second.address, plan));
  await allDelivered(db, 2);
  const third = await startProcess(env);
  const json = { email: caller.email, password: goodPassword };
  expect((await call(third.address, { method: 'POST', path: '/api/auth/login', json })).status).toBe(200);
  await letFallDue(db, await scheduleLetter(caller, third.address, plan));
  await allDelivered(db, 3);

  const mails = await query(url, "select 1 from mailbox_messages where message_id like 'delivery.%'");
  expect(mails).toHaveLength(3);
  await expectReconciled(db);
  for (const process of [second, third]) expect((await process.end('SIGTERM')).code).toBe(0);
  // This test uses the folder too, and the last user stops the server.
  expect(await findServer(dataDir)).toBeDefined();
});
