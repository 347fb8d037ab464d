import { withInstallation } from '../server/backup/installation.ts';
import { withProgress } from '../server/backup/progress.ts';
import { checkBackup, restoreBackup } from '../server/backup/restore-backup.ts';
import { print, readOptions, runCommand } from '../server/command.ts';
import { acceptAppSecret } from '../server/platform/app-secret.ts';
import { faultLines } from '../server/platform/backup/archive-format.ts';
import { askPassphrase } from '../server/platform/backup/passphrase.ts';
import { systemClock } from '../server/platform/clock.ts';
import { OperatorError } from '../server/platform/errors.ts';

const usage = `Use: npm run restore -- --from <file>, or --from s3://<bucket>/<key>
  --check    only reads the backup, to see whether it is whole
  --replace deletes what the database holds now`;

/**
 * `npm run restore`: restores what `npm run backup` saved, into an empty installation. With `--check`, exits with 1
 * unless the backup holds every file that it should.
 */
await runCommand(async (config) => {
  const { from, check, replace } = readOptions(
    { from: { type: 'string' }, check: { type: 'boolean' }, replace: { type: 'boolean', default: false } },
    usage,
  );
  if (!from) throw new OperatorError(usage);
  const passphrase = config.backup.passphrase ?? (await askPassphrase('Passphrase of the backup: '));
  const end = check
    ? await withProgress((progress) => checkBackup({ config, from, passphrase, progress }))
    : await withInstallation(config, (installation) =>
        restoreBackup({
          ...installation,
          from,
          passphrase,
          replace,
          clock: systemClock,
          acceptSecret: (secret) => acceptAppSecret(config, secret),
        }),
      );
  for (const line of faultLines(end)) process.stderr.write(`${line}\n`);
  const isComplete = end.faults.length === 0;
  if (check) {
    const found = isComplete ? 'The backup is whole' : 'The backup can be restored, but it is not complete';
    print(`${found}: ${end.files} files.`);
    return isComplete ? 0 : 1;
  }
  print(
    `Restored: ${end.files} files. Deliveries are held until you release them: see "After a restore" in docs/operations.md.`,
  );
  return 0;
});
