import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { tryAdvisoryLock } from '../../../platform/advisory-lock.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/database.ts';
import { type EntryText, type Hashes, hashesOf, noHash, printedInUtc, selectedEntry } from './entry-line.ts';

/** Per transaction; fewer while others are writing, so that a burst of deliveries is not slowed down. */
const atMost = { busy: 2_000, quiet: 10_000 };
const perPage = 2_000;
/** How often, and after which pause, a run checks whether the writers it saw are done; otherwise the next run tries again. */
const settlingRounds = 50;
const settlingMilliseconds = 100;
const saltBytes = 16;

/** Whoever holds this lock is the only one who extends the chain. */
export const chainLock = 'audit chain';

type Chaining = Pick<Services, 'db' | 'random'>;

/** Chains what is left: all of it if nobody is writing, however long it takes. */
export async function chainAllEntries(services: Chaining & Pick<Services, 'jobs'>): Promise<void> {
  let chained: number;
  do chained = await chainEntries(services);
  while (chained >= atMost.quiet && !services.jobs.isStopping);
}

/**
 * Chains some of the entries written since the last run, in the order of their ids, one process at a time;
 * writers of entries do not wait for it. Returns how many were chained.
 */
export function chainEntries({ db, random }: Chaining, rounds = settlingRounds): Promise<number> {
  return inTransaction(db, async (tx) => {
    if (!(await tryAdvisoryLock(tx, chainLock))) return 0;
    const settled = await settledEntries(tx, rounds);
    if (!settled) return 0;
    await tx.execute(printedInUtc);
    let last = await lastLink(tx);
    let chained = 0;
    while (chained < atMost[settled.load]) {
      const links = await nextLinks(tx, random, last, settled.upTo);
      await insertLinks(tx, links);
      chained += links.length;
      last = links.at(-1) ?? last;
      if (links.length < perPage) break;
    }
    return chained;
  });
}

interface Link extends Hashes {
  entryId: string;
  previous: string;
  /** In hex. */
  salt: string | null;
}

type LinkEnd = Pick<Link, 'entryId' | 'hash'>;

interface Settled {
  upTo: string;
  load: 'busy' | 'quiet';
}

/**
 * An id up to which all entries are visible. Transactions do not commit in the order of their ids, and no entry may
 * appear later with a smaller id than a chained one. Every insert holds a lock on the table from before it takes an id
 * until its rows are visible, so it is enough to wait for those who hold it now.
 */
async function settledEntries(tx: Tx, rounds: number): Promise<Settled | undefined> {
  const { rows } = await tx.execute<{ id: string | null }>(sql`select max(id)::text as id from audit_log`);
  const upTo = rows[0]?.id;
  if (!upTo) return undefined;
  let writing = await writers(tx);
  const load = writing.size > 0 ? 'busy' : 'quiet';
  for (let round = 0; writing.size > 0; round++) {
    if (round === rounds) return undefined;
    await delay(settlingMilliseconds);
    writing = writing.intersection(await writers(tx));
  }
  return { upTo, load };
}

async function writers(tx: Tx): Promise<Set<string>> {
  const { rows } = await tx.execute<{ transaction: string }>(sql`
    select virtualtransaction as transaction from pg_locks
    where locktype = 'relation' and relation = 'audit_log'::regclass and mode = 'RowExclusiveLock'
      and database = (select oid from pg_database where datname = current_database())`);
  return new Set(rows.map(({ transaction }) => transaction));
}

async function lastLink(tx: Tx): Promise<LinkEnd> {
  const { rows } = await tx.execute<LinkEnd>(sql`
    select entry_id::text as "entryId", encode(hash, 'hex') as hash from audit_chain order by entry_id desc limit 1`);
  return rows[0] ?? { entryId: '0', hash: noHash };
}

async function nextLinks(tx: Tx, random: Services['random'], last: LinkEnd, upTo: string): Promise<Link[]> {
  const { rows } = await tx.execute<EntryText>(sql`
    select ${selectedEntry} from audit_log a
    where a.id > ${last.entryId}::bigint and a.id <= ${upTo}::bigint order by a.id limit ${perPage}`);
  let previous = last.hash;
  return rows.map((entry) => {
    const salt = Buffer.from(random.token(saltBytes), 'base64url').toString('hex');
    const hashes = hashesOf(previous, entry, salt);
    const link = { ...hashes, entryId: entry.id ?? '', previous, salt: hashes.saidHash && salt };
    previous = link.hash;
    return link;
  });
}

async function insertLinks(tx: Tx, links: readonly Link[]): Promise<void> {
  if (links.length === 0) return;
  await tx.execute(sql`
    insert into audit_chain (entry_id, previous_hash, hash, said_hash, salt)
    select "entryId", decode(previous, 'hex'), decode(hash, 'hex'), decode("saidHash", 'hex'), decode(salt, 'hex')
    from json_to_recordset(${JSON.stringify(links)}::json)
      as link ("entryId" bigint, previous text, hash text, "saidHash" text, salt text)`);
}
