import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { startTestApp } from '../../../../test/app.ts';
import { tamper } from '../../../../test/audit-log.ts';
import { inTransaction } from '../../../platform/database.ts';
import { readSnapshot } from '../../../platform/snapshot-reader.ts';
import { auditLog } from './audit.table.ts';
import { type AuditEntry, chainAllEntries, chainEntries, record, recordAll, verifyChain } from './audit.ts';

const testApp = await startTestApp();
const { services, databaseUrl, clock } = testApp;
const { db } = services;
const projectFolder = fileURLToPath(new URL('../../../../', import.meta.url));
const entry: AuditEntry = { action: 'delivery.late', actor: 'system', details: { seconds: 5_400 } };
const writeAll = (entries: readonly AuditEntry[]) =>
  inTransaction(db, (tx) => recordAll(tx, clock.now(), entries));
const write = (count: number) => writeAll(Array<AuditEntry>(count).fill(entry));
const verify = (options?: { from: number }) =>
  readSnapshot(databaseUrl, (reader) => verifyChain(reader, options));

await write(3);
await writeAll([
  {
    action: 'deliveries.held',
    actor: 'somebody\twith a tab, \\ and\r\na "new" line \b\f\v',
    userId: '0193a5f0-0000-7000-8000-000000000001',
    subjectId: '0193a5f0-0000-7000-8000-000000000002',
    details: { 'a "key"\\': 'a\nvalue\u0001', number: 1.5, none: null, yes: true },
    reason: 'Asked for by the family, é 🕊',
    before: { held: false },
    after: { held: true },
  },
]);
await write(2);
await chainEntries(services);

test('security 63: every entry is chained once, with all that it says, and the newest are pending', async () => {
  await chainEntries(services);
  expect(await db.$count(auditLog)).toBe(6);
  expect(await verify()).toEqual({
    verified: 6,
    erased: 0,
    pending: 0,
    faults: 0,
    last: { entryId: 6, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
  });
  expect(await verify({ from: 3 })).toMatchObject({ verified: 4, faults: 0 });
});

test('a check ends with what its caller throws', async () => {
  let seen = 0;
  const onEntry = () => {
    seen += 1;
    if (seen === 2) throw new Error('No longer wanted');
  };
  await expect(readSnapshot(databaseUrl, (reader) => verifyChain(reader, { onEntry }))).rejects.toThrow(
    'No longer wanted',
  );
  expect(seen).toBe(2);
});

describe('security 63: the account of the product may not', () => {
  test.each([
    "update audit_log set actor = 'nobody' where id = 2",
    'delete from audit_log where id = 2',
    'delete from audit_log where false',
    'truncate audit_log',
    'update audit_log set details = null, reason = null, before = null, after = null where id = 4',
    'update audit_chain set hash = previous_hash where entry_id = 2',
    'update audit_chain set salt = null where entry_id = 4',
    'delete from audit_chain where entry_id = 2',
    'truncate audit_chain',
  ])('%s', async (statement) => {
    await expect(db.execute(sql.raw(statement))).rejects.toMatchObject({
      cause: { message: expect.stringContaining('the audit log is append-only') },
    });
  });
});

describe('security 63: the checker names the entry that somebody with all rights', () => {
  afterEach(async () => {
    await change(['truncate audit_log, audit_chain', put('audit_log'), put('audit_chain')]);
    await db.execute(sql`drop table kept_audit_log, kept_audit_chain`);
  });

  const put = (table: string) => `insert into ${table} overriding system value select * from kept_${table}`;
  const remove = (id: number) => `delete from audit_log where id = ${id}`;
  const unlink = (id: number) => `delete from audit_chain where entry_id = ${id}`;
  const erase = (id: number) =>
    `update audit_log set details = null, reason = null, before = null, after = null where id = ${id}`;
  const unsalt = (id: number) => `update audit_chain set salt = null where entry_id = ${id}`;
  const copy = (id: number, from: number) =>
    `insert into audit_log overriding system value
     select ${id}, at, actor, action, user_id, subject_id, details, reason, before, after from audit_log where id = ${from}`;

  async function change(statements: readonly string[]): Promise<void> {
    await inTransaction(db, (tx) =>
      tamper(tx, async () => {
        for (const statement of statements) await tx.execute(sql.raw(statement));
      }),
    );
  }

  test.each([
    ['changed in who acted', ["update audit_log set actor = 'nobody' where id = 2"], 2, 'changed'],
    [
      'changed in when',
      ["update audit_log set at = at + interval '1 millisecond' where id = 1"],
      1,
      'changed',
    ],
    ['changed in why', ['update audit_log set reason = null where id = 4'], 4, 'changed'],
    ['changed in details', ['update audit_log set details = null where id = 6'], 6, 'changed'],
    ['removed', [remove(3)], 3, 'missing'],
    ['removed as the first of two', [remove(3), remove(4)], 3, 'missing'],
    ['removed as the first of all', [remove(1)], 1, 'missing'],
    ['removed as the last of all', [remove(6)], 6, 'missing'],
    ['inserted in the place of one before', [remove(3), unlink(3), copy(3, 2)], 3, 'added'],
    ['removed with its hash, by the one after', [remove(3), unlink(3)], 4, 'cut'],
    ['erased what was said in, though its account is there', [erase(4), unsalt(4)], 4, 'changed'],
    ['gave another salt', ['update audit_chain set salt = previous_hash where entry_id = 4'], 4, 'changed'],
    ['gave another hash', ['update audit_chain set hash = previous_hash where entry_id = 5'], 5, 'changed'],
  ] as const)('%s', async (_what, statements, entryId, what) => {
    await db.execute(sql`create table kept_audit_log as table audit_log`);
    await db.execute(sql`create table kept_audit_chain as table audit_chain`);
    await change(statements);
    // Removed or inserted entries stay detectable.
    await chainEntries(services);
    expect(await verify()).toMatchObject({ first: { entryId, what } });
  });
});

test('security 63: an entry whose transaction commits after a later one is not skipped', async () => {
  const early = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  const slow = inTransaction(db, async (tx) => {
    await record(tx, clock.now(), entry);
    written.resolve();
    await early.promise;
  });
  await written.promise;
  await write(1);
  const tooEarly = await chainEntries(services, 1);
  early.resolve();
  await slow;
  expect(tooEarly).toBe(0);
  await chainEntries(services);
  expect(await verify()).toMatchObject({ verified: 8, pending: 0, faults: 0 });
});

test('security 63: npm run audit:verify says how many are whole, and exits with 1 at a fault', async () => {
  const command = () =>
    new Promise<{ code: number | string | null; said: string }>((resolve) => {
      const args = ['--import', './server/platform/tsx-loader.mjs', 'scripts/audit-verify.ts'];
      const env = {
        PATH: process.env.PATH ?? '',
        DATABASE_URL: databaseUrl,
        APP_SECRET: 'a secret for tests that is long enough',
      };
      execFile(process.execPath, args, { cwd: projectFolder, env }, (error, stdout) =>
        resolve({ code: error?.code ?? 0, said: stdout }),
      );
    });
  await write(1);
  const whole = await command();
  expect(whole.said).toMatch(
    /^8 entries of the audit log are as they were written\n1 are so new that they are not chained yet\nthe last chained one is 8, its hash [0-9a-f]{64}\n$/,
  );
  expect(whole.code).toBe(0);
  await inTransaction(db, (tx) =>
    tamper(tx, () => tx.execute(sql`update audit_log set actor = 'nobody' where id = 7`)),
  );
  const broken = await command();
  expect(broken.said).toContain('7 entries');
  expect(broken.said).toContain('Entry 7 was changed after it was written. Faults: 1');
  expect(broken.code).toBe(1);
});

test('security 63: what a burst has left is chained at once when it is over, however much it is', async () => {
  await write(10_001);
  await chainAllEntries(services);
  expect(await verify()).toMatchObject({ pending: 0 });
});
