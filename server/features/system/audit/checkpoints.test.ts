import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { tamper } from '../../../../test/audit-log.ts';
import { createPerson, createStaff } from '../../../../test/factories.ts';
import { inTransaction } from '../../../platform/database.ts';
import { readSnapshot } from '../../../platform/snapshot-reader.ts';
import { auditCheckpoints, auditLog } from './audit.table.ts';
import {
  type AuditEntry,
  chainAllEntries,
  recordAll,
  recordErasure,
  signCheckpoint,
  verifyChain,
} from './audit.ts';
import { findCheckpoint, readCheckpoint, shortCheckpoint } from './checkpoints.ts';

const testApp = await startTestApp({ clock: createTestClock('2031-05-04T15:58:00Z') });
const { services, databaseUrl, clock, app } = testApp;
const { db } = services;
const projectFolder = fileURLToPath(new URL('../../../../', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'long-after-checkpoints-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const gone = '0193a5f0-0000-7000-8000-000000000001';
const said: AuditEntry = {
  action: 'memory.opened-by-staff',
  actor: 'system',
  userId: gone,
  reason: 'She asked us to look at the photo of Maya',
};
const latest = async () => app.inject({ url: '/audit-checkpoints/latest.txt' });
const verify = (against?: { entryId: number; hash: string }) =>
  readSnapshot(databaseUrl, (reader) => verifyChain(reader, against && { against }));

async function write(...entries: AuditEntry[]): Promise<void> {
  await inTransaction(db, (tx) => recordAll(tx, clock.now(), entries));
  await chainAllEntries(services);
}

beforeAll(async () => {
  expect((await latest()).statusCode).toBe(404);
  await signCheckpoint(services);
  expect(await db.$count(auditCheckpoints)).toBe(0);
  await write(said, said, { action: 'delivery.late', actor: 'system' });
  await signCheckpoint(services);
});

test('security 77: one a day is signed, by whichever worker comes first, and published as a file', async () => {
  await write({ action: 'delivery.late', actor: 'system' });
  await Promise.all([signCheckpoint(services), signCheckpoint(services)]);
  const { body, headers } = await latest();
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(body).toMatch(
    /^Audit log of Long After\nUp to entry 3\nSHA-256 [\da-f]{64}\nSigned 2031-05-04T15:58:00.000Z\n\nEd25519 /,
  );
  const ofDay = await app.inject({ url: '/audit-checkpoints/2031-05-04.txt' });
  expect(ofDay.body).toBe(body);
  expect(ofDay.headers['cache-control']).toContain('immutable');
  clock.advance(86_400);
  await signCheckpoint(services);
  expect((await latest()).body).toContain('\nUp to entry 4\n');
  for (const name of ['2031-05-06', '2031-02-30', 'yesterday'])
    expect((await app.inject({ url: `/audit-checkpoints/${name}.txt` })).statusCode, name).toBeOneOf([
      400, 404,
    ]);
});

test('security 77: a signature holds for what it was made for, and for nothing else', async () => {
  const { body } = await latest();
  expect(readCheckpoint(body)?.signature).toEqual({ keyId: expect.stringMatching(/^[\da-f]{16}$/) });
  expect(readCheckpoint(body.replace('entry 4', 'entry 3'))?.signature).toBe('wrong');
  expect(readCheckpoint(body.replace(/Ed25519 \S+/, 'Ed25519 AAAA'))?.signature).toBe('wrong');
  expect(readCheckpoint('4:abc')).toBeUndefined();
});

test('security 63: a checkpoint cannot be changed or taken away by the account of the product', async () => {
  for (const statement of ['update audit_checkpoints set entry_id = 1', 'delete from audit_checkpoints'])
    await expect(db.execute(sql.raw(statement))).rejects.toMatchObject({
      cause: { message: expect.stringContaining('the audit log is append-only') },
    });
});

test('security 77: what was said about an erased account is gone, and every checkpoint before still holds', async () => {
  const row = await findCheckpoint(db, '2031-05-04');
  const before = { entryId: row?.entryId ?? 0, hash: row?.hash.toString('hex') ?? '' };
  // Too new to be chained yet.
  await inTransaction(db, (tx) => recordAll(tx, clock.now(), [said]));
  await inTransaction(db, (tx) =>
    recordErasure(tx, clock.now(), {
      action: 'account.erased',
      actor: 'system',
      userId: gone,
      details: { received: 'keep' },
    }),
  );
  await chainAllEntries(services);
  const left = await db.select({ reason: auditLog.reason }).from(auditLog);
  expect(left.every(({ reason }) => reason === null)).toBe(true);
  expect(await db.$count(sql`audit_chain`, sql`salt is not null`)).toBe(1);
  expect(await verify(before)).toMatchObject({ verified: 6, erased: 2, faults: 0, against: 'same' });
});

test('security 77: a log that was written anew from its beginning does not match what was published', async () => {
  const file = join(folder, 'checkpoint.txt');
  await writeFile(file, (await latest()).body);
  const row = await findCheckpoint(db);
  expect(await command(file)).toMatchObject({
    code: 0,
    said: expect.stringContaining('nothing up to it was changed'),
  });
  await inTransaction(db, (tx) =>
    tamper(tx, async () => {
      await tx.execute(sql`update audit_log set actor = 'nobody' where id = 3`);
      await tx.execute(sql`delete from audit_chain`);
    }),
  );
  await chainAllEntries(services);
  expect(await verify()).toMatchObject({ faults: 0 });
  for (const given of [file, row ? shortCheckpoint(row) : '']) {
    const { code, said } = await command(given);
    expect(said).toContain('Entry 4 of the checkpoint has another hash now');
    expect(code).toBe(1);
  }
  expect(await command(`999:${'a'.repeat(64)}`)).toMatchObject({
    code: 1,
    said: expect.stringContaining('is not there any more'),
  });
});

function command(against: string): Promise<{ code: number | string | null; said: string }> {
  const args = [
    '--import',
    './server/platform/tsx-loader.mjs',
    'scripts/audit-verify.ts',
    '--against',
    against,
  ];
  const env = {
    PATH: process.env.PATH ?? '',
    DATABASE_URL: databaseUrl,
    APP_SECRET: 'a secret for tests that is long enough',
  };
  return new Promise((resolve) =>
    execFile(process.execPath, args, { cwd: projectFolder, env }, (error, stdout) =>
      resolve({ code: error?.code ?? 0, said: stdout }),
    ),
  );
}

test('owners read what was done about their account and by whom, page by page, and nobody else’s', async () => {
  const [ruth, inés] = [await createPerson(testApp), await createPerson(testApp)];
  const staff = await createStaff(testApp);
  const about = (userId: string, actor: string): AuditEntry => ({
    action: 'memory.approved',
    actor,
    userId,
    reason: 'why',
  });
  await write(
    ...Array.from({ length: 31 }, () => about(ruth.user.id, 'system')),
    about(inés.user.id, staff.user.id),
    about(inés.user.id, inés.user.id),
  );
  const first = (await ruth.request({ url: '/api/user/log' })).json();
  expect(first.entries).toHaveLength(30);
  expect(first.entries[0]).toEqual({
    ...{ id: expect.any(Number), at: clock.now().toISOString(), action: 'memory.approved', by: 'we' },
    hash: expect.stringMatching(/^[\da-f]{64}$/),
  });
  const rest = (await ruth.request({ url: `/api/user/log?before=${first.next.before}` })).json();
  expect(rest.entries.at(-1)).toMatchObject({ action: 'account.registered', by: 'you' });
  expect(rest.next).toBeNull();
  const theirs = (await inés.request({ url: '/api/user/log' })).json();
  expect(theirs.entries.slice(0, 2).map(({ by }: { by: string }) => by)).toEqual(['you', 'staff']);
});
