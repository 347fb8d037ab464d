import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { print, readOptions, runCommand, withDatabase } from '../server/command.ts';
import {
  type ChainFault,
  type Known,
  readCheckpoint,
  verifyChain,
} from '../server/features/system/audit/audit.ts';
import { OperatorError } from '../server/platform/errors.ts';
import { readSnapshot } from '../server/platform/snapshot-reader.ts';

const usage =
  'npm run audit:verify -- --from 1200 begins at an entry; -- --against <file of a checkpoint, or 12345:hash> compares with what was published';

const whatIsWrong: Record<ChainFault['what'], string> = {
  changed: 'was changed after it was written',
  added: 'was added later',
  missing: 'was removed',
  cut: 'does not follow the entry before it: entries between them were removed or replaced',
};

const comparisons = {
  same: 'is still the same: nothing up to it was changed',
  different: 'has another hash now: something up to it was changed',
  missing: 'is not there any more',
};

/**
 * `npm run audit:verify`: checks the hash of every entry of the audit log, from `--from <id>` on, and
 * compares the log with a published checkpoint. Prints the first entry that differs, and exits with 1.
 */
await runCommand(async (config) => {
  const options = readOptions({ from: { type: 'string' }, against: { type: 'string' } }, usage);
  const from = Number(options.from ?? 0);
  if (!Number.isSafeInteger(from) || from < 0) throw new OperatorError(usage);
  const known = options.against === undefined ? undefined : await readKnown(options.against);
  if (known && known.entryId < from) throw new OperatorError('The checkpoint is of an entry before --from.');
  const { verified, erased, pending, last, first, faults, against } = await withDatabase(config, (url) =>
    readSnapshot(url, (reader) => verifyChain(reader, { from, ...(known && { against: known }) })),
  );
  print(`${verified} entries of the audit log are as they were written`);
  if (erased > 0) print(`of ${erased} of them what was said was erased, with the account that it was about`);
  if (pending > 0) print(`${pending} are so new that they are not chained yet`);
  if (last) print(`the last chained one is ${last.entryId}, its hash ${last.hash}`);
  if (first) print(`Entry ${first.entryId} ${whatIsWrong[first.what]}. Faults: ${faults}`);
  if (known && against) print(`Entry ${known.entryId} of the checkpoint ${comparisons[against]}`);
  return first || (known && against !== 'same') ? 1 : 0;
});

async function readKnown(given: string): Promise<Known> {
  const text = existsSync(given) ? await readFile(given, 'utf8') : given;
  const known = readCheckpoint(text);
  if (!known) throw new OperatorError(`${given} is no checkpoint. ${usage}`);
  if (known.signature === 'wrong')
    throw new OperatorError('The signature of this checkpoint is wrong: it was changed, or is not ours.');
  if (known.signature) print(`the checkpoint was signed with the key ${known.signature.keyId}`);
  return known;
}
