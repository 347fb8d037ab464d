import { execFileSync } from 'node:child_process';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { joinEmbeddedPostgres } from './embedded-postgres.ts';
import {
  coverDataDir,
  findServer,
  joinHere,
  locate,
  makeDataDir,
  makeFolder,
  query,
  recordLog,
  waitUntilStopped,
} from './testing.fixture.ts';

describe('an empty data folder', () => {
  test('gets its own PostgreSQL: UTF-8, builtin C.UTF-8, loopback only, passwords required', async () => {
    const dataDir = await makeDataDir();
    const { url } = await joinHere(dataDir);
    const [database] = await query(
      url,
      `select current_database() as name, datlocprovider as provider, datlocale as locale,
              pg_encoding_to_char(encoding) as encoding, current_setting('listen_addresses') as listens,
              current_setting('unix_socket_directories') as sockets, current_setting('max_connections') as connections,
              current_setting('fsync') as fsync, rolsuper as superuser
         from pg_database, pg_roles where datname = current_database() and rolname = current_user`,
    );
    expect(database).toEqual({
      name: 'long_after',
      provider: 'b',
      locale: 'C.UTF-8',
      encoding: 'UTF8',
      listens: '127.0.0.1',
      sockets: '',
      connections: '200',
      fsync: 'off',
      superuser: false,
    });
    const wrong = new URL(url);
    wrong.password = 'guessed';
    await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed');
  });

  test('only this account can read its password and log', async () => {
    const dataDir = await makeDataDir();
    await joinHere(dataDir);
    for (const path of ['postgres/password', 'postgres.log', 'postgres/start.lock']) {
      expect((await stat(join(dataDir, path))).mode & 0o777, path).toBe(0o600);
    }
  });

  test('security 63: a table that is kept from the product can be read and added to, and nothing else, until it is given back', async () => {
    const server = await joinHere(await makeDataDir());
    await query(
      server.url,
      `create table entries (id bigint primary key generated always as identity, word text);
       create function refuse() returns trigger language plpgsql as 'begin raise exception ''refused''; end';
       create trigger guard before update on entries execute function refuse()`,
    );
    await server.keepTables({ entries: [], 'not there': [] });
    await server.keepTables({ entries: [] });
    await query(server.url, "insert into entries (word) values ('lighthouse')");
    expect(await query(server.url, 'select * from entries')).toEqual([{ id: '1', word: 'lighthouse' }]);
    expect(
      await query(server.url, "select last_value from pg_sequences where sequencename = 'entries_id_seq'"),
    ).toEqual([{ last_value: '1' }]);
    for (const statement of [
      "update entries set word = 'another'",
      'delete from entries',
      'truncate entries',
      'alter table entries disable trigger guard',
      'drop trigger guard on entries',
      "create or replace function refuse() returns trigger language plpgsql as 'begin return new; end'",
      'grant update on entries to long_after; update entries set word = null',
    ])
      await expect(query(server.url, statement), statement).rejects.toThrow(
        /permission denied|must be owner/,
      );
    await server.returnTables(['entries']);
    await query(server.url, 'alter table entries add column another text');
  });

  test('the role may create and drop databases, as tests and restores do', async () => {
    const { url } = await joinHere(await makeDataDir());
    await query(url, 'create database another');
    await query(url, 'create database third template another');
    await query(url, 'drop database another with (force)');
  });
});

describe('started again', () => {
  test('the data is still there', async () => {
    const dataDir = await makeDataDir();
    const first = await joinHere(dataDir);
    await query(first.url, "create table letters as select 'kept' as text");
    await first.leave();
    const second = await joinHere(dataDir);
    expect(await query(second.url, 'select text from letters')).toEqual([{ text: 'kept' }]);
  });

  test('creates the database if a crash came between the cluster and the database', async () => {
    const dataDir = await makeDataDir();
    const first = await joinHere(dataDir);
    const other = new URL(first.url);
    other.pathname = '/postgres';
    await query(other.href, 'drop database long_after');
    await first.leave();
    const second = await joinHere(dataDir);
    expect(await query(second.url, 'select 1 as answer')).toEqual([{ answer: 1 }]);
  });

  test('what people wrote stays out of the log', async () => {
    const dataDir = await makeDataDir();
    const { url } = await joinHere(dataDir);
    await query(url, "create table secrets (word text unique); insert into secrets values ('lighthouse')");
    await expect(query(url, "insert into secrets values ('lighthouse')")).rejects.toThrow('duplicate key');
    const log = await readFile(join(dataDir, 'postgres.log'), 'utf8');
    expect(log).toContain('duplicate key');
    expect(log).not.toContain('lighthouse');
  });
});

describe('several processes on one folder', () => {
  test('share one server; the last to leave stops it, and leaving twice counts once', async () => {
    const dataDir = await makeDataDir();
    const first = await joinHere(dataDir);
    const second = await joinHere(dataDir);
    expect(second.url).toBe(first.url);
    await Promise.all([first.leave(), first.leave()]);
    expect(await query(second.url, 'select 1 as answer')).toEqual([{ answer: 1 }]);
    await second.leave();
    expect(await findServer(dataDir)).toBeUndefined();
  });

  test('one that joins while the last one leaves gets a running server', async () => {
    const dataDir = await makeDataDir();
    const first = await joinHere(dataDir);
    const [second] = await Promise.all([joinHere(dataDir), first.leave()]);
    expect(await query(second.url, 'select 1 as answer')).toEqual([{ answer: 1 }]);
  });
});

describe('refused with a plain sentence', () => {
  const refusal = (dataDir: string) => joinEmbeddedPostgres({ dataDir, log: recordLog() });

  test('a folder written by another major version', async () => {
    const dataDir = await makeDataDir();
    await (await joinHere(dataDir)).leave();
    await writeFile(join((await locate(dataDir)).cluster, 'PG_VERSION'), '15\n');
    await expect(refusal(dataDir)).rejects.toThrow(/was written by PostgreSQL 15, and this is PostgreSQL 18/);
  });

  test('a database whose password is gone', async () => {
    const dataDir = await makeDataDir();
    await (await joinHere(dataDir)).leave();
    await rm(join(dataDir, 'postgres', 'password'));
    await expect(refusal(dataDir)).rejects.toThrow(/password, and .* is missing\. Put it back from a backup/);
  });

  test('a running server that rejects our password, naming its process', async () => {
    const dataDir = await makeDataDir();
    await joinHere(dataDir);
    await writeFile(join(dataDir, 'postgres', 'password'), 'another\n');
    const server = await findServer(dataDir);
    await expect(refusal(dataDir)).rejects.toThrow(`which the process ${server?.pid} runs, cannot be joined`);
  });

  test('a setting PostgreSQL does not know, in its own words', async () => {
    const dataDir = await makeDataDir();
    const settings = { fsync: 'off', no_such_setting: "it's wrong" };
    await expect(joinEmbeddedPostgres({ dataDir, log: recordLog(), settings })).rejects.toThrow(
      'unrecognized configuration parameter "no_such_setting"',
    );
  });

  test('a data folder that is a file', async () => {
    const file = join(await makeFolder(), 'data');
    await writeFile(file, '');
    await expect(refusal(file)).rejects.toThrow('did not start: ENOTDIR');
  });
});

test('a copy of a data folder made while its server runs gets a server of its own', async () => {
  const dataDir = await makeDataDir();
  const original = await joinHere(dataDir);
  await query(original.url, 'create table letters ()');
  await query(original.url, 'checkpoint');
  const copy = coverDataDir(join(await makeFolder(), 'copy'));
  execFileSync('cp', ['-a', dataDir, copy]);
  const second = await joinHere(copy);
  expect(second.url).not.toBe(original.url);
  await second.leave();
  await waitUntilStopped(copy);
  expect(await query(original.url, 'select 1 as answer')).toEqual([{ answer: 1 }]);
});
