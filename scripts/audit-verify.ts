/**
 * `npm run audit:verify`: compares every entry of the audit log with its hash, while the product runs or not. Names the
 * first one that is not as it was written, and exits with 1. `-- --from <id>` begins later.
 */
import { parseArgs } from 'node:util';
import { type ChainFault, verifyChain } from '../server/features/system/audit/audit.ts';
import { readConfig } from '../server/platform/config.ts';
import { createLog } from '../server/platform/log.ts';
import { joinEmbeddedPostgres } from '../server/platform/postgres/embedded-postgres.ts';
import { readSnapshot } from '../server/platform/snapshot-reader.ts';

const whatIsWrong: Record<ChainFault['what'], string> = {
  changed: 'was changed after it was written',
  added: 'was added later',
  missing: 'was removed',
  cut: 'does not follow the entry before it: entries between them were removed or replaced',
};

const { values } = parseArgs({ options: { from: { type: 'string' } } });
const from = Number(values.from ?? 0);
if (!Number.isSafeInteger(from) || from < 0) {
  process.stderr.write('--from takes the id of an entry: npm run audit:verify -- --from 1200\n');
  process.exit(2);
}

const config = readConfig(process.env);
const embedded = config.databaseUrl
  ? undefined
  : await joinEmbeddedPostgres({ dataDir: config.dataDir, log: createLog('warn') });
try {
  const url = config.databaseUrl ?? embedded?.url ?? '';
  const { verified, pending, last, first, faults } = await readSnapshot(url, (reader) =>
    verifyChain(reader, { from }),
  );
  const lines = [`${verified} entries of the audit log are as they were written`];
  if (pending > 0) lines.push(`${pending} are so new that they are not chained yet`);
  if (last) lines.push(`the last chained one is ${last.entryId}, its hash ${last.hash}`);
  if (first) lines.push(`The entry ${first.entryId} ${whatIsWrong[first.what]}. Faults: ${faults}`);
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exitCode = first ? 1 : 0;
} finally {
  await embedded?.leave();
}
