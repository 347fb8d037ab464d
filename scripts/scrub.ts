import { withProgress } from '../server/backup/progress.ts';
import { scrub } from '../server/backup/scrub.ts';
import { print, readOptions, runWithServices } from '../server/command.ts';
import { eraseOrphans } from '../server/features/system/stored-files/stored-files.ts';
import { askPassphrase } from '../server/platform/backup/passphrase.ts';
import type { Services } from '../server/platform/context.ts';
import { storedFileKinds } from '../server/wiring.ts';

const usage = `Use: npm run scrub
  -- --from <file or s3://bucket/key>   takes what is missing or damaged from this backup
  -- --erase-orphans                    only erases files that nothing in the database refers to, however many they are`;

/** `npm run scrub`: reads every stored file to its end, and repairs missing or damaged ones. Exits with 1 if any remain. */
await runWithServices(async (services) => {
  const { from, 'erase-orphans': erasesOrphans } = readOptions(
    { from: { type: 'string' }, 'erase-orphans': { type: 'boolean' } },
    usage,
  );
  return erasesOrphans ? await erase(services) : await repair(services, from);
});

async function repair(services: Services, from: string | undefined): Promise<number> {
  const passphrase =
    from && (services.config.backup.passphrase ?? (await askPassphrase('Passphrase of the backup: ')));
  const { checked, broken, taken } = await withProgress((progress) =>
    scrub(services, progress, from && passphrase ? { from, passphrase } : undefined),
  );
  for (const { key, fault } of broken) process.stderr.write(`${fault}: ${key}\n`);
  if (taken > 0) print(`Files taken from the backup: ${taken}.`);
  print(`Files read: ${checked}; missing or damaged: ${broken.length}.`);
  return broken.length === 0 ? 0 : 1;
}

async function erase(services: Services): Promise<number> {
  const erased = await eraseOrphans(services, storedFileKinds, { despiteDoubt: true });
  print(`Files erased, to which nothing refers: ${erased}. Files younger than a day were left alone.`);
  return 0;
}
