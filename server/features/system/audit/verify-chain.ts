import { hash } from 'node:crypto';
import type { SnapshotReader } from '../../../platform/snapshot-reader.ts';
import { columnsOf, noHash } from './entry-line.ts';

export interface ChainFault {
  entryId: number;
  /** `cut`: the entry does not follow the one before it, so that entries between them were removed with their hashes, or replaced. */
  what: 'changed' | 'added' | 'missing' | 'cut';
}

export interface ChainReport {
  /** Entries that are as they were written. */
  verified: number;
  /** Entries that are so new that they are not chained yet. */
  pending: number;
  /** The newest chained entry. Its hash covers all before it: a copy kept elsewhere shows whether the end was cut off. */
  last?: { entryId: number; hash: string };
  first?: ChainFault;
  faults: number;
}

interface Gap {
  after: number;
  before: number;
}

interface Verifying {
  from?: number;
  /** Called for each entry; an error that it throws ends the check. */
  onEntry?: () => void;
}

/**
 * Compares every entry from `from` on with its hash, and each hash with the one before. Reads any number of entries in
 * constant memory; `first` is the first entry that is not as it was written.
 */
export async function verifyChain(
  reader: SnapshotReader,
  { from = 0, onEntry }: Verifying = {},
): Promise<ChainReport> {
  const lastLinked = await firstId(reader, 'select max(entry_id) as id from audit_chain');
  const report: ChainReport = { verified: 0, pending: 0, faults: 0 };
  let gap: Gap | undefined;
  let previous = from > 0 ? undefined : noHash;
  let last = Math.max(0, from - 1);
  const fault = (entryId: number, what: ChainFault['what']) => {
    report.first ??= { entryId, what };
    report.faults += 1;
  };

  await reader.lines(linkedEntries(from), (line) => {
    onEntry?.();
    const id = idIn(line);
    if (isUnlinked(line)) {
      if (id < lastLinked) fault(id, 'added');
      else report.pending += 1;
      return;
    }
    const linked = hashIn(line);
    const isSame = hash('sha256', line.subarray(previousAt), 'hex') === linked;
    const follows = previous === undefined || previousIn(line) === previous;
    if (!isSame) fault(id, 'changed');
    else if (!follows) {
      if (!report.first) gap = { after: last, before: id };
      fault(id, 'cut');
    } else report.verified += 1;
    previous = linked;
    last = id;
  });
  if (last < lastLinked) {
    if (!report.first) gap = { after: last, before: lastLinked + 1 };
    fault(lastLinked, 'missing');
  }
  const missing = gap && (await missingIn(reader, gap));
  if (missing) report.first = missing;
  if (previous && last > 0) report.last = { entryId: last, hash: previous };
  return report;
}

// A line is the entry's hash, the hash of the entry before, and what `hashOf` hashes with that; without a link both
// are \N.
const hashLength = 64;
const previousAt = hashLength + 1;
const entryAt = previousAt + hashLength + 1;
const unlinkedEntryAt = '\\N\t\\N\t'.length;
const tab = 0x09;

const linkedEntries = (from: number) => `
  select encode(c.hash, 'hex'), encode(c.previous_hash, 'hex'), ${columnsOf('a')}
  from audit_log a left join audit_chain c on c.entry_id = a.id where a.id >= ${from} order by a.id`;

const isUnlinked = (line: Buffer) => line[0] === 0x5c;
const hashIn = (line: Buffer) => line.toString('latin1', 0, hashLength);
const previousIn = (line: Buffer) => line.toString('latin1', previousAt, previousAt + hashLength);

function idIn(line: Buffer): number {
  const start = isUnlinked(line) ? unlinkedEntryAt : entryAt;
  return Number(line.toString('latin1', start, line.indexOf(tab, start)));
}

/** The first entry between two whose link is intact. */
async function missingIn(reader: SnapshotReader, { after, before }: Gap): Promise<ChainFault | undefined> {
  const entryId = await firstId(
    reader,
    `select min(entry_id) as id from audit_chain where entry_id > ${after} and entry_id < ${before}`,
  );
  return entryId === 0 ? undefined : { entryId, what: 'missing' };
}

async function firstId(reader: SnapshotReader, query: string): Promise<number> {
  const [row] = await reader.rows<{ id: string | null }>(query);
  return Number(row?.id ?? 0);
}
