import { findReleaseDifferences } from './features/after-death/death-cases/releases/reconcile.ts';
import { findHoldDifferences } from './features/after-death/trusted-access/people.ts';
import { findDifferences } from './features/delivery/deliveries/reconcile.ts';
import { systemClock } from './platform/clock.ts';
import { readConfig } from './platform/config.ts';
import { openDatabase } from './platform/database.ts';
import { readDatabaseTime } from './platform/database-time.ts';
import { createLog } from './platform/log.ts';
import { joinEmbeddedPostgres } from './platform/postgres/embedded-postgres.ts';

/** `npm run reconcile`: reports where schedules, deliveries and the audit log disagree. Exits 1 when they do. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog('warn');
  const embedded = config.databaseUrl
    ? undefined
    : await joinEmbeddedPostgres({ dataDir: config.dataDir, log });
  const { db, close } = openDatabase({ url: config.databaseUrl ?? embedded?.url ?? '', log });
  const differences = [
    ...(await findDifferences(db, await readDatabaseTime(db, systemClock))),
    ...(await findReleaseDifferences(db)),
    ...(await findHoldDifferences(db)),
  ];
  for (const { what, subjectId } of differences) process.stdout.write(`${subjectId}  ${what}\n`);
  process.stdout.write(`${differences.length} differences between schedules, deliveries and the audit log\n`);
  await close();
  await embedded?.leave();
  process.exitCode = differences.length === 0 ? 0 : 1;
}

await main();
