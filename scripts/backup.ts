import { withInstallation } from '../server/backup/installation.ts';
import { type MadeBackup, makeBackup } from '../server/backup/make-backup.ts';
import { print, readOptions, runCommand } from '../server/command.ts';
import { recordBackup } from '../server/features/system/health/backups/backups.ts';
import { loadOrCreateAppSecret } from '../server/platform/app-secret.ts';
import { faultLines } from '../server/platform/backup/archive-format.ts';
import { askNewPassphrase } from '../server/platform/backup/passphrase.ts';
import { systemClock } from '../server/platform/clock.ts';
import { openDatabase } from '../server/platform/database.ts';
import { OperatorError } from '../server/platform/errors.ts';
import { createLog } from '../server/platform/log.ts';
import { systemRandom } from '../server/platform/random.ts';

const usage = 'Use: npm run backup -- --to <folder>, or --to s3://<bucket>/<folder>';

/** `npm run backup`: saves the database, files and secret, encrypted. Exits with 1 if anything could not be saved. */
await runCommand(async (config) => {
  const { to } = readOptions({ to: { type: 'string' } }, usage);
  if (!to) throw new OperatorError(usage);
  const passphrase = config.backup.passphrase ?? (await askNewPassphrase());
  const made = await withInstallation(config, async (installation) => {
    const backup = await makeBackup({
      ...installation,
      appSecret: config.appSecret ?? (await loadOrCreateAppSecret(config.dataDir, systemRandom)),
      passphrase,
      to,
      clock: systemClock,
    });
    await noteForStaff(installation.databaseUrl, backup);
    return backup;
  });
  print(`The backup is at ${made.address}: ${made.files} files.`);
  for (const line of faultLines(made)) process.stderr.write(`${line}\n`);
  return made.faults.length === 0 ? 0 : 1;
});

/** A database that an older version has not migrated yet has no table for this; the backup is complete all the same. */
async function noteForStaff(url: string, { files, faults }: MadeBackup): Promise<void> {
  const { db, close } = openDatabase({ url, log: createLog('warn'), maxConnections: 1 });
  try {
    await recordBackup({ db, clock: systemClock }, { files, faults: faults.length });
  } catch {
    process.stderr.write('The backup is made, but the overview of staff could not be told of it.\n');
  } finally {
    await close();
  }
}
