import { withProgress } from '../server/backup/progress.ts';
import { scrub } from '../server/backup/scrub.ts';
import { print, readOptions, runWithServices } from '../server/command.ts';
import { askPassphrase } from '../server/platform/backup/passphrase.ts';

const usage = `Use: npm run scrub
  -- --from <file or s3://bucket/key>   takes what is missing or damaged from this backup`;

/** `npm run scrub`: reads every stored file to its end, and repairs missing or damaged ones. Exits with 1 if any remain. */
await runWithServices(async (services) => {
  const { from } = readOptions({ from: { type: 'string' } }, usage);
  const passphrase =
    from && (services.config.backup.passphrase ?? (await askPassphrase('Passphrase of the backup: ')));
  const { checked, broken, taken } = await withProgress((progress) =>
    scrub(services, progress, from && passphrase ? { from, passphrase } : undefined),
  );
  for (const { key, fault } of broken) process.stderr.write(`${fault}: ${key}\n`);
  if (taken > 0) print(`${taken} files were taken from the backup.`);
  print(`${checked} files were read; ${broken.length} are missing or damaged.`);
  return broken.length === 0 ? 0 : 1;
});
