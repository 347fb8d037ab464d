import { print, readOptions, runCommand, withDatabase } from './command.ts';
import { findReleaseDifferences } from './features/after-death/death-cases/releases/reconcile.ts';
import { findHoldDifferences } from './features/after-death/trusted-access/people.ts';
import { findDifferences } from './features/delivery/deliveries/reconcile.ts';
import { systemClock } from './platform/clock.ts';
import { openDatabase } from './platform/database.ts';
import { readDatabaseTime } from './platform/database-time.ts';
import { createLog } from './platform/log.ts';

const usage = 'Use: npm run reconcile, without anything after it';

/** `npm run reconcile`: reports where schedules, deliveries and the audit log disagree. Exits with 1 if they do. */
await runCommand((config) => {
  readOptions({}, usage);
  return withDatabase(config, async (url) => {
    const { db, close } = openDatabase({ url, log: createLog('warn') });
    try {
      const differences = [
        ...(await findDifferences(db, await readDatabaseTime(db, systemClock))),
        ...(await findReleaseDifferences(db)),
        ...(await findHoldDifferences(db)),
      ];
      for (const { what, subjectId } of differences) print(`${subjectId}  ${what}`);
      print(`${differences.length} differences between schedules, deliveries and the audit log`);
      return differences.length === 0 ? 0 : 1;
    } finally {
      await close();
    }
  });
});
