import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { jobList } from '../server/job-list.ts';
import { openJobs } from '../server/platform/jobs.ts';
import { migrateDatabase } from '../server/platform/migrations.ts';
import { joinEmbeddedPostgres } from '../server/platform/postgres/embedded-postgres.ts';
import { findPostmaster } from '../server/platform/postgres/postmaster.ts';
import { databaseFolder } from './database-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of a real PostgreSQL, created for this run. */
    postgresUrl: string;
  }
}

export const templateName = 'long_after_template';

/** One real PostgreSQL for the run, with a migrated database and its queues, which each test file clones. */
export default async function setup(project: TestProject) {
  const dataDir = await mkdtemp(join(await databaseFolder(), 'long-after-test-'));
  // As root, PostgreSQL runs under another account; if it could not enter the folder, the data would end up in /var/lib.
  await chmod(dataDir, 0o755);
  const server = await joinEmbeddedPostgres({
    dataDir,
    log: pino({ level: 'warn' }),
    settings: {
      ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
      // A cluster has the zone of the machine that it was created on. In this one it is tomorrow for most of the day in UTC.
      timezone: 'Pacific/Kiritimati',
    },
  });
  const postmaster = await findPostmaster(join(dataDir, 'postgres', 'cluster'));
  // A signal ends Vitest without its teardown, and PostgreSQL would keep running.
  const stopPostgres = () => postmaster && process.kill(postmaster.pid, 'SIGINT');
  process.once('exit', stopPostgres);
  const client = new Client({ connectionString: server.url });
  await client.connect();
  await client.query(`create database ${templateName}`);
  await client.end();
  await fillTemplate(databaseUrl(server.url, templateName));
  project.provide('postgresUrl', patient(server.url));
  return async () => {
    process.off('exit', stopPostgres);
    await server.leave();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** Migrates an empty database and creates the queues in it. */
export async function fillTemplate(url: string): Promise<void> {
  await migrateDatabase(url);
  const jobs = await openJobs({ url, log: pino({ level: 'warn' }), definitions: jobList, works: false });
  await jobs.stop(1);
}

/** A busy machine may be slow to accept a connection. */
function patient(serverUrl: string): string {
  const url = new URL(serverUrl);
  url.searchParams.set('connect_timeout', '120');
  return url.href;
}

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
