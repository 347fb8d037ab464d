/** Data folders with an initialised database of a given size, created once per run and shared by the benchmarks. */
import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { type Database, openDatabase } from '../server/platform/database.ts';
import { migrateDatabase } from '../server/platform/migrations.ts';
import { joinEmbeddedPostgres } from '../server/platform/postgres/embedded-postgres.ts';
import { startProduct } from './programs.ts';
import { seedDatabase } from './seed.ts';

const log = pino({ level: 'warn' });

/** A data folder of the product; its database is not running. */
export interface Environment {
  dataDir: string;
  rows: number;
}

/**
 * An environment with `rows` memories of one person and as many schedules of many people, none of them due. The
 * product has been started on it once.
 */
export async function openEnvironment(folder: string, rows: number): Promise<Environment> {
  const dataDir = join(folder, `rows-${rows}`);
  const environment = { dataDir, rows };
  const complete = join(dataDir, 'seeded');
  if (
    await access(complete).then(
      () => true,
      () => false,
    )
  )
    return environment;
  process.stderr.write(`  (making a database of ${rows.toLocaleString('en-US')} rows)\n`);
  await withDatabase(dataDir, (db) => seedDatabase(db, rows));
  const product = await startProduct({ DATA_DIR: dataDir });
  await product.stop();
  await writeFile(complete, '');
  return environment;
}

/** Runs the database of a data folder, with the product's tables in it, during `work`. */
export async function withDatabase<T>(
  dataDir: string,
  work: (db: Database, url: string) => Promise<T>,
): Promise<T> {
  const { url, leave } = await joinEmbeddedPostgres({ dataDir, log });
  try {
    await migrateDatabase(url);
    const { db, close } = openDatabase({ url, log });
    return await work(db, url).finally(close);
  } finally {
    await leave();
  }
}
