import { print, readOptions, runCommand, withDatabase } from '../server/command.ts';
import { type ChainFault, verifyChain } from '../server/features/system/audit/audit.ts';
import { OperatorError } from '../server/platform/errors.ts';
import { readSnapshot } from '../server/platform/snapshot-reader.ts';

const usage = '--from takes the id of an entry: npm run audit:verify -- --from 1200';

const whatIsWrong: Record<ChainFault['what'], string> = {
  changed: 'was changed after it was written',
  added: 'was added later',
  missing: 'was removed',
  cut: 'does not follow the entry before it: entries between them were removed or replaced',
};

/** `npm run audit:verify`: compares every entry of the audit log with its hash, from `--from <id>` on. Names the first that differs, and exits with 1. */
await runCommand(async (config) => {
  const from = Number(readOptions({ from: { type: 'string' } }, usage).from ?? 0);
  if (!Number.isSafeInteger(from) || from < 0) throw new OperatorError(usage);
  const { verified, pending, last, first, faults } = await withDatabase(config, (url) =>
    readSnapshot(url, (reader) => verifyChain(reader, { from })),
  );
  print(`${verified} entries of the audit log are as they were written`);
  if (pending > 0) print(`${pending} are so new that they are not chained yet`);
  if (last) print(`the last chained one is ${last.entryId}, its hash ${last.hash}`);
  if (first) print(`Entry ${first.entryId} ${whatIsWrong[first.what]}. Faults: ${faults}`);
  return first ? 1 : 0;
});
