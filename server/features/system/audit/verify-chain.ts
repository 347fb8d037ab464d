import { hash } from 'node:crypto';
import type { SnapshotReader } from '../../../platform/snapshot-reader.ts';
import { accountColumn, actColumns, columnsOf, noHash } from './entry-line.ts';

export interface ChainFault {
  entryId: number;
  /** `cut`: the entry does not follow the one before it, so that entries between them were removed with their hashes, or replaced. */
  what: 'changed' | 'added' | 'missing' | 'cut';
}

export interface ChainReport {
  /** Entries that are unchanged. */
  verified: number;
  /** How many of them had what was said erased, along with the account it was about. */
  erased: number;
  /** Entries that are too new to be chained. */
  pending: number;
  /** The newest chained entry. Its hash covers all before it: a copy kept elsewhere shows whether the end was cut off. */
  last?: { entryId: number; hash: string };
  first?: ChainFault;
  faults: number;
  /** Whether the given entry still has the known hash; if so, nothing before it has changed. */
  against?: 'same' | 'different' | 'missing';
}

interface Gap {
  after: number;
  before: number;
}

/** The hash of an entry, as printed somewhere earlier. */
export interface Known {
  entryId: number;
  /** In hex. */
  hash: string;
}

interface Verifying {
  from?: number;
  against?: Known;
  /** Called for each entry; an error that it throws ends the check. */
  onEntry?: () => void;
}

/**
 * Compares every entry from `from` on with its hash, and each hash with the previous one. Reads any number of
 * entries in constant memory; `first` is the first entry that was changed.
 */
export async function verifyChain(
  reader: SnapshotReader,
  { from = 0, against, onEntry }: Verifying = {},
): Promise<ChainReport> {
  const lastLinked = await firstId(reader, 'select max(entry_id) as id from audit_chain');
  const erased = await erasedAccounts(reader);
  const report: ChainReport = { verified: 0, erased: 0, pending: 0, faults: 0 };
  if (against) report.against = 'missing';
  let gap: Gap | undefined;
  let previous = from > 0 ? undefined : noHash;
  let last = Math.max(0, from - 1);
  const fault = (entryId: number, what: ChainFault['what']) => {
    report.first ??= { entryId, what };
    report.faults += 1;
  };

  await reader.lines(linkedEntries(from), (line) => {
    onEntry?.();
    const link = linkIn(line);
    const id = idIn(line, link);
    if (!link.hash) {
      if (id < lastLinked) fault(id, 'added');
      else report.pending += 1;
      return;
    }
    if (id === against?.entryId) report.against = link.hash === against.hash ? 'same' : 'different';
    const state = stateOf(line, link, erased);
    const follows = previous === undefined || link.previous === previous;
    if (state === 'changed') fault(id, 'changed');
    else if (!follows) {
      if (!report.first) gap = { after: last, before: id };
      fault(id, 'cut');
    } else report.verified += 1;
    if (state === 'erased') report.erased += 1;
    previous = link.hash;
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

// A line has the chain's columns, then the entry's; whatever is missing is \N.
const linkedEntries = (from: number) => `
  select encode(c.hash, 'hex'), encode(c.said_hash, 'hex'), encode(c.salt, 'hex'), encode(c.previous_hash, 'hex'), ${columnsOf('a')}
  from audit_log a left join audit_chain c on c.entry_id = a.id where a.id >= ${from} order by a.id`;

const none = '\\N';
const nothingSaid = [none, none, none, none].join('\t');
const tab = 0x09;

interface LinkText {
  /** Undefined if the entry is not chained yet. */
  hash: string | undefined;
  previous: string;
  said: Buffer | undefined;
  salt: Buffer | undefined;
  previousAt: number;
  entryAt: number;
}

function linkIn(line: Buffer): LinkText {
  const hashEnd = line.indexOf(tab);
  const saidEnd = line.indexOf(tab, hashEnd + 1);
  const saltEnd = line.indexOf(tab, saidEnd + 1);
  const previousEnd = line.indexOf(tab, saltEnd + 1);
  const partOf = (start: number, end: number) =>
    end - start === none.length ? undefined : line.subarray(start, end);
  return {
    hash: partOf(0, hashEnd)?.toString('latin1'),
    said: partOf(hashEnd + 1, saidEnd),
    salt: partOf(saidEnd + 1, saltEnd),
    previous: line.toString('latin1', saltEnd + 1, previousEnd),
    previousAt: saltEnd + 1,
    entryAt: previousEnd + 1,
  };
}

function idIn(line: Buffer, { entryAt }: LinkText): number {
  return Number(line.toString('latin1', entryAt, line.indexOf(tab, entryAt)));
}

/** The reverse of `hashesOf`. */
function stateOf(
  line: Buffer,
  { hash: linked, said, salt, previousAt, entryAt }: LinkText,
  erased: ReadonlySet<string>,
): 'as written' | 'erased' | 'changed' {
  if (!said) return sha256(line.subarray(previousAt)) === linked ? 'as written' : 'changed';
  let saidAt = entryAt;
  for (let column = 0; column < actColumns; column++) saidAt = line.indexOf(tab, saidAt) + 1;
  if (sha256(Buffer.concat([line.subarray(previousAt, saidAt), said])) !== linked) return 'changed';
  if (salt) {
    const salted = Buffer.concat([salt, tabs, line.subarray(saidAt)]);
    return sha256(salted) === said.toString('latin1') ? 'as written' : 'changed';
  }
  const account = line.toString('utf8', entryAt, saidAt).split('\t')[accountColumn] ?? '';
  return line.toString('latin1', saidAt) === nothingSaid && erased.has(account) ? 'erased' : 'changed';
}

const tabs = Buffer.from('\t');
const sha256 = (bytes: Buffer) => hash('sha256', bytes, 'hex');

async function erasedAccounts(reader: SnapshotReader): Promise<Set<string>> {
  const rows = await reader.rows<{ id: string }>(
    `select distinct user_id as id from audit_log where action = 'account.erased'`,
  );
  return new Set(rows.map(({ id }) => id));
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
