import { readOptions, runCommand, withInstallation } from '../server/backup/command.ts';
import { faultLines } from '../server/backup/fault-lines.ts';
import { makeBackup } from '../server/backup/make-backup.ts';
import { loadOrCreateAppSecret } from '../server/platform/app-secret.ts';
import { BackupError } from '../server/platform/backup/backup-error.ts';
import { askNewPassphrase } from '../server/platform/backup/passphrase.ts';
import { systemClock } from '../server/platform/clock.ts';
import { systemRandom } from '../server/platform/random.ts';

const usage = 'Use: npm run backup -- --to <folder>, or --to s3://<bucket>/<folder>';

/** `npm run backup`: saves database, files and secret, encrypted. Exits 1 when anything could not be saved. */
await runCommand(async (config) => {
  const { to } = readOptions({ to: { type: 'string' } }, usage);
  if (!to) throw new BackupError(usage);
  const passphrase = config.backup.passphrase ?? (await askNewPassphrase());
  const made = await withInstallation(config, async (installation) =>
    makeBackup({
      ...installation,
      appSecret: config.appSecret ?? (await loadOrCreateAppSecret(config.dataDir, systemRandom)),
      passphrase,
      to,
      clock: systemClock,
    }),
  );
  process.stdout.write(`The backup is at ${made.address}: ${made.files} files.\n`);
  for (const line of faultLines(made)) process.stderr.write(`${line}\n`);
  return made.faults.length === 0 ? 0 : 1;
});
