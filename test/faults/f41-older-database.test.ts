// F41: the database is replaced by one from before the mails were sent. The send log, outside of it, knows what was sent.
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { nameInstallation } from '../../server/features/system/installation/installation.ts';
import type { Database } from '../../server/platform/database.ts';
import { newId } from '../../server/platform/ids.ts';
import { startSmtpServer } from '../fakes/smtp-server.ts';
import { launchCommand } from './support/commands.ts';
import { allDelivered, expectEachSentOnce, expectReconciled } from './support/deliveries.ts';
import { copyOf, mailThrough, makePlace, openPlace } from './support/place.ts';
import { startProcess } from './support/processes.ts';
import { seedAtOnce } from './support/seed.ts';

const count = 20;

const linksIn = async (db: Database) =>
  (await db.execute(sql`select id, token_hash from delivery_queue order by id`)).rows;

test('letters sent after the backup are not sent again and keep their links; deliveries wait for a person', async () => {
  const smtp = await startSmtpServer();
  const place = await makePlace(mailThrough(smtp.url));
  await seedAtOnce(place.db, { count, dueAt: new Date(), owners: count });
  await nameInstallation(place.db, newId());
  const backup = await copyOf(place);
  const worker = await startProcess(place.env, { role: 'worker' });
  await allDelivered(place.db, count);
  await worker.end('SIGKILL');

  const restored = await openPlace(backup, { ...place.env, DATABASE_URL: backup });
  const held = await startProcess(restored.env, { role: 'worker' });
  expect(held.said()).toContain(`it did not know of ${count} letters that were sent`);
  await allDelivered(restored.db, count);
  expect(await linksIn(restored.db)).toEqual(await linksIn(place.db));
  await seedAtOnce(restored.db, { count: 1, dueAt: new Date() });

  const release = launchCommand(restored.env, 'scripts/deliveries.ts', ['release', 'looked at']);
  expect(await release.exited, release.said()).toEqual({ code: 0, signal: null });
  await allDelivered(restored.db, count + 1);
  expectEachSentOnce(smtp, count + 1);
  await expectReconciled(restored.db);
});
