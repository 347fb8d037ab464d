import { Client } from 'pg';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { cloneDatabase, createEmptyDatabase } from '../../test/database.ts';
import { placeProxy } from '../../test/database-proxy.ts';
import { ConfigError } from './config.ts';
import { untilDatabaseAnswers } from './database-start.ts';
import { migrateDatabase } from './migrations.ts';

async function makeDatabase(): Promise<string> {
  const { url, drop } = await cloneDatabase();
  onTestFinished(drop);
  return url;
}

function changed(url: string, change: (url: URL) => void): string {
  const copy = new URL(url);
  change(copy);
  return copy.href;
}

const silent = pino({ level: 'silent' });
const migrate = (url: string, signal?: AbortSignal) =>
  untilDatabaseAnswers(() => migrateDatabase(url), { log: silent, signal });

test('F10: a database that is away is waited for, and the log says so', async () => {
  const proxy = await placeProxy(await makeDatabase());
  onTestFinished(proxy.close);
  const lines: string[] = [];
  const opened = Promise.withResolvers<void>();
  const write = (line: string) => {
    lines.push(line);
    proxy.open().then(opened.resolve, opened.reject);
  };
  await untilDatabaseAnswers(() => migrateDatabase(proxy.url), { log: pino({}, { write }) });
  await opened.promise;
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, msg: 'waiting for the database', reason: 'The database does not answer', nextTrySeconds: 1 },
  ]);
});

test('the wait ends when the process is asked to stop', async () => {
  const proxy = await placeProxy(await makeDatabase());
  await expect(migrate(proxy.url, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
});

describe('what no waiting mends stops the start and names the setting', () => {
  test.each([
    [
      'password',
      (url: URL) => (url.password = 'wrong'),
      /DATABASE_URL: The server refuses the name, the password/,
    ],
    [
      'user',
      (url: URL) => (url.username = 'nobody'),
      /DATABASE_URL: The server refuses the name, the password/,
    ],
    [
      'database',
      (url: URL) => (url.pathname = '/nowhere'),
      /DATABASE_URL: There is no database of this name/,
    ],
    [
      'encryption',
      (url: URL) => url.searchParams.set('sslmode', 'require'),
      /DATABASE_URL: The server offers no encrypted connections/,
    ],
  ])('a wrong %s', async (_what, change, sentence) => {
    const given = migrate(changed(await makeDatabase(), change));
    await expect(given).rejects.toThrow(ConfigError);
    await expect(given).rejects.toThrow(sentence);
  });

  test('F46: a database that a newer version has migrated', async () => {
    const url = await makeDatabase();
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query(`insert into drizzle.__drizzle_migrations (hash, created_at)
      select 'of a newer version', max(created_at) + 1 from drizzle.__drizzle_migrations`);
    await client.end();
    const given = migrate(url);
    await expect(given).rejects.toThrow(ConfigError);
    await expect(given).rejects.toThrow(
      'DATABASE_URL: The database belongs to a newer version of Long After than this one: start that version, or a newer one.',
    );
  });

  test('a database that does not hold every letter', async () => {
    const { url, drop } = await createEmptyDatabase({ options: "encoding 'LATIN1' locale 'C'" });
    onTestFinished(drop);
    await expect(migrate(url)).rejects.toThrow(
      'DATABASE_URL: The database must be in UTF8, and this one is in LATIN1.',
    );
  });

  test.each(["locale_provider libc locale 'C'", "locale_provider icu icu_locale 'tr-TR' locale 'C'"])(
    'a new database whose lower case is another than ours: %s',
    async (options) => {
      const { url, drop } = await createEmptyDatabase({ options });
      onTestFinished(drop);
      await expect(migrate(url)).rejects.toThrow(/lower case of the database must be that of most languages/);
    },
  );

  test.each(['datestyle=German', 'default_transaction_isolation=serializable'])(
    'a role or database with a setting that we cannot work with: %s',
    async (setting) => {
      const url = new URL(await makeDatabase());
      url.searchParams.set('options', `-c ${setting}`);
      await expect(migrate(url.href)).rejects.toThrow(
        /The database or its role sets .*; it must be “(ISO|read)/,
      );
    },
  );

  test('a role that may not create the extension for searching', async () => {
    const { url, drop } = await createEmptyDatabase();
    onTestFinished(drop);
    await query(url, `revoke create on database ${new URL(url).pathname.slice(1)} from current_user`);
    await expect(migrate(url)).rejects.toThrow(
      'DATABASE_URL: The role may not create the extension pg_trgm. Let the owner of the database run “create extension pg_trgm” once.',
    );
  });
});

async function query(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
