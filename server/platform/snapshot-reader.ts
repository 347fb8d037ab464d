import { Client, type QueryResultRow } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { connectMilliseconds, type Database } from './database.ts';

/** Reads the database as of one instant; times are printed in UTC. */
export interface SnapshotReader {
  rows<Row extends QueryResultRow>(query: string): Promise<Row[]>;
  /**
   * Reads any number of rows in constant memory, as lines of PostgreSQL's text format for COPY. `take` gets
   * each line without its line feed, valid until it returns.
   */
  lines(query: string, take: (line: Buffer) => void): Promise<void>;
}

/** Opens a separate connection for `work`, which may take hours. */
export async function readSnapshot<T>(url: string, work: (reader: SnapshotReader) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString: url,
    application_name: 'long-after reader',
    connectionTimeoutMillis: connectMilliseconds(url),
    options:
      '-c timezone=UTC -c datestyle=ISO -c statement_timeout=0 -c idle_in_transaction_session_timeout=0',
  });
  // If the connection breaks, the statement in progress fails; without a listener this error would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    return await work({
      rows: async <Row extends QueryResultRow>(query: string) => (await client.query<Row>(query)).rows,
      lines: (query, take) => readLines(client.query(copyTo(`copy (${query}) to stdout`)), take),
    });
  } finally {
    await client.end();
  }
}

/** The URL of `db`, for `readSnapshot`. */
export function urlOf(db: Database): string {
  return db.$client.options.connectionString ?? '';
}

const lineEnd = 0x0a;

async function readLines(pieces: AsyncIterable<Buffer>, take: (line: Buffer) => void): Promise<void> {
  let rest = Buffer.alloc(0);
  for await (const piece of pieces) {
    const read = rest.length > 0 ? Buffer.concat([rest, piece]) : piece;
    let start = 0;
    for (let end = read.indexOf(lineEnd); end !== -1; end = read.indexOf(lineEnd, start)) {
      take(read.subarray(start, end));
      start = end + 1;
    }
    rest = Buffer.from(read.subarray(start));
  }
}
