import { readOptions, runCommand, withProgress } from '../server/backup/command.ts';
import { scrub } from '../server/backup/scrub.ts';
import { askPassphrase } from '../server/platform/backup/passphrase.ts';
import { createLog } from '../server/platform/log.ts';
import { openServices } from '../server/services.ts';

const usage = `Use: npm run scrub
  -- --from <file or s3://bucket/key>   takes what is missing or damaged from this backup`;

/**
 * `npm run scrub`: reads every stored file to its end, while the product runs or not, and mends what is missing or damaged.
 * Exits 1 when something still is.
 */
await runCommand(async (config) => {
  const { from } = readOptions({ from: { type: 'string' } }, usage);
  const passphrase =
    from && (config.backup.passphrase ?? (await askPassphrase('Passphrase of the backup: ')));
  const { services, close } = await openServices({ ...config, role: 'web' }, createLog('warn'));
  try {
    const { checked, broken, taken } = await withProgress((progress) =>
      scrub(services, progress, from && passphrase ? { from, passphrase } : undefined),
    );
    for (const { key, fault } of broken) process.stderr.write(`${fault}: ${key}\n`);
    if (taken > 0) process.stdout.write(`${taken} files were taken from the backup.\n`);
    process.stdout.write(`${checked} files were read; ${broken.length} are missing or damaged.\n`);
    return broken.length === 0 ? 0 : 1;
  } finally {
    await close(1);
  }
});
