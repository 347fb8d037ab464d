import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { AuditCheckState, AuditLogList } from '../../../../shared/staff/audit-log.ts';
import { eventually, startTestApp } from '../../../../test/app.ts';
import { tamper } from '../../../../test/audit-log.ts';
import { createPerson, createStaff, type Person } from '../../../../test/factories.ts';
import { inTransaction } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { auditChain, auditLog } from '../../system/audit/audit.table.ts';
import { type AuditEntry, chainEntries, recordAll } from '../../system/audit/audit.ts';
import { auditChecks } from './audit-log.table.ts';
import { runCheck } from './run-check.ts';

const testApp = await startTestApp();
const { services, clock } = testApp;
const { db } = services;
const reason = 'Asked for by the auditor';
const staff = await createStaff(testApp, { firstName: 'Agnes', lastName: 'Lind' });

const list = async (query: Record<string, string | number>, by: Person = staff) =>
  (await by.request({ url: '/api/admin/audit', query: asText(query) })).json<AuditLogList>();
const asText = (query: Record<string, string | number>) =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
const write = (entry: Partial<AuditEntry>, times = 1) =>
  inTransaction(db, (tx) =>
    recordAll(
      tx,
      clock.now(),
      Array<AuditEntry>(times).fill({ action: 'delivery.late', actor: 'system', ...entry }),
    ),
  );

/** The cells of a CSV file, row by row. */
const cellsIn = (text: string) =>
  [...text.slice(1).matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?:,|\r\n)/g)].map(
    ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
  );

describe('GET /api/admin/audit', () => {
  test('200: says who did what on what, when and why, with what was before and after, the newest first', async () => {
    const [ruth, subjectId] = [await createPerson(testApp), newId()];
    const about = { userId: ruth.user.id, subjectId };
    await write({ ...about, action: 'memory.changed', actor: ruth.user.id });
    await write({ ...about, action: 'delivery.opened', actor: 'recipient' });
    await write({ ...about, actor: 'command:release', details: { seconds: 5_400 } });
    await write({
      ...about,
      action: 'delivery.held-by-staff',
      actor: staff.user.id,
      reason,
      before: { state: 'pending' },
      after: { state: 'waiting' },
    });
    await chainEntries(services);
    await write({ ...about, userId: newId(), actor: newId() });
    const { entries, next } = await list({ subject: subjectId });
    const name = `${ruth.user.firstName} ${ruth.user.lastName}`;
    expect(next).toBeNull();
    expect(entries).toMatchObject([
      { actor: { kind: 'account', name: null }, account: { name: null }, isChained: false },
      {
        action: 'delivery.held-by-staff',
        actor: { kind: 'staff', id: staff.user.id, name: 'Agnes Lind' },
        account: { id: ruth.user.id, name },
        subjectId,
        reason,
        before: { state: 'pending' },
        after: { state: 'waiting' },
        isChained: true,
      },
      { actor: { kind: 'command', id: 'command:release' }, details: { seconds: 5_400 } },
      { actor: { kind: 'recipient' } },
      { actor: { kind: 'owner', name }, isChained: true },
    ]);
  });

  test('200: a page at a time, and never more than 200', async () => {
    const [subject, other] = [newId(), newId()];
    await write({ subjectId: subject }, 205);
    await write({ subjectId: other });
    const first = await list({ subject, limit: 1_000_000_000 });
    expect(first.entries).toHaveLength(200);
    const rest = await list({ subject, before: first.next?.before ?? 0 });
    expect([rest.entries.length, rest.next]).toEqual([5, null]);
    expect((await list({ subject })).entries).toHaveLength(50);
  });

  test('200: narrowed by who, action or group of actions, account and time', async () => {
    const [ruth, ben] = [await createPerson(testApp), await createStaff(testApp)];
    const userId = ruth.user.id;
    clock.advance(60);
    const from = clock.now();
    await write({ userId, actor: ben.user.id, action: 'delivery.held-by-staff' });
    await write({ userId, action: 'delivery.failed' });
    clock.advance(60);
    const to = clock.now().toISOString();
    await write({ userId, action: 'export.ready' });
    const actionsOf = async (query: Record<string, string>) =>
      (await list(query)).entries.map(({ action }) => action);
    expect(await actionsOf({ who: ben.user.id, from: from.toISOString() })).toEqual([
      'delivery.held-by-staff',
    ]);
    expect(await actionsOf({ account: userId, action: 'delivery' })).toEqual([
      'delivery.failed',
      'delivery.held-by-staff',
    ]);
    expect(await actionsOf({ account: ruth.user.email.toUpperCase(), action: 'export.ready' })).toEqual([
      'export.ready',
    ]);
    expect(await actionsOf({ account: userId, who: 'system', from: from.toISOString(), to })).toEqual([
      'delivery.failed',
    ]);
    expect(await actionsOf({ account: 'nobody@example.com' })).toEqual([]);
    expect(await actionsOf({ account: newId() })).toEqual([]);
  });

  test.each([
    { who: 'Agnes' },
    { action: 'delivery.invented' },
    { account: 'x'.repeat(10_000) },
    { subject: "'; drop table audit_log" },
    { from: 'yesterday' },
    { before: '-1' },
    { limit: '0' },
  ])('400: %o', async (query) => {
    const answer = await staff.request({ url: '/api/admin/audit', query: asText(query) });
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, Object.keys(query)]);
  });
});

describe('security 63: /api/admin/audit/check', () => {
  const ask = async (method: 'GET' | 'POST' | 'DELETE') => {
    const answer = await staff.request({ method, url: '/api/admin/audit/check' });
    return { status: answer.statusCode, ...answer.json<AuditCheckState>() };
  };
  const openCheck = async () => {
    const [check] = await db
      .select()
      .from(auditChecks)
      .where(and(isNull(auditChecks.finishedAt), isNull(auditChecks.cancelledAt)));
    if (!check) throw new Error('No check was begun');
    return check.id;
  };

  test('200: compares every entry in the background, and says up to which', async () => {
    await chainEntries(services);
    const worker = await testApp.work();
    const begun = await ask('POST');
    expect(begun).toMatchObject({ status: 200, running: { startedBy: 'Agnes Lind', finishedAt: null } });
    const { last } = await eventually(async () => {
      const state = await ask('GET');
      return state.last && state;
    }, 'the check to end');
    await worker.stop();
    // The other tests run the checks by themselves.
    await services.jobs.pause();
    const [newest] = await db.select().from(auditChain).orderBy(desc(auditChain.entryId)).limit(1);
    expect(last).toMatchObject({
      faults: 0,
      first: null,
      lastEntryId: newest?.entryId,
      lastHash: newest?.hash.toString('hex'),
      checked: await db.$count(auditLog),
    });
  });

  test('409: one at a time, until it ends, is cancelled, or is not heard of for minutes', async () => {
    await ask('POST');
    expect((await ask('POST')).status).toBe(409);
    expect(await ask('DELETE')).toMatchObject({ status: 200, running: null });
    expect((await ask('DELETE')).status).toBe(409);
    await ask('POST');
    clock.advance(5 * 60 + 1);
    expect((await ask('GET')).running).toBeNull();
    expect(await ask('POST')).toMatchObject({ status: 200, running: { checked: 0 } });
    await ask('DELETE');
  });

  test('a check that is cancelled while it runs says nothing', async () => {
    const before = await ask('GET');
    await ask('POST');
    const running = runCheck(services, await openCheck());
    await ask('DELETE');
    await running;
    expect(await ask('GET')).toEqual(before);
  });

  test('names the first entry that is not as it was written, and says so in the log', async () => {
    await chainEntries(services);
    await inTransaction(db, (tx) =>
      tamper(tx, () => tx.execute(sql`update audit_log set actor = 'nobody' where id in (4, 2)`)),
    );
    await ask('POST');
    await runCheck(services, await openCheck());
    expect((await ask('GET')).last).toMatchObject({ faults: 2, first: { entryId: 2, what: 'changed' } });
    const [found] = (await list({ action: 'audit-log.fault-found' })).entries;
    expect(found?.details).toEqual({ entryId: 2, what: 'changed', faults: 2 });
  });
});

describe('POST /api/admin/audit/export', () => {
  const exported = (payload: object, by: Person = staff) =>
    by.request({ method: 'POST', url: '/api/admin/audit/export', payload });

  test.each(['=1+1', '+1', '-1', '@SUM(1)', '\t=1', '\r=1', '\n=1', ' =1', '＝1', '=cmd|"/c calc"!A1'])(
    'security 59: no text begins a formula in a spreadsheet: %j',
    async (probe) => {
      const subjectId = newId();
      const { user } = await createPerson(testApp);
      await db.update(users).set({ firstName: probe, lastName: '' }).where(eq(users.id, user.id));
      await write({
        subjectId,
        userId: user.id,
        actor: user.id,
        reason: probe,
        details: { [probe]: probe },
        before: { [probe]: probe },
        after: { [probe]: probe },
      });
      await write({ subjectId, actor: probe });
      const answer = await exported({ subject: subjectId, reason });
      expect(answer.statusCode).toBe(200);
      const cells = cellsIn(answer.body);
      expect(cells).toHaveLength(3 * 13);
      for (const cell of cells) expect(cell).not.toMatch(/^[\s=+\-@＝]/);
      expect(cells).toContain(`'${probe}`);
    },
  );

  test('200: UTF-8 that Excel knows as such, quoted as RFC 4180 says, and itself in the log', async () => {
    const subject = newId();
    await write({ subjectId: subject, reason: 'é 🕊, "said"\r\nshe', details: { seconds: 3 } });
    const answer = await exported({ subject, reason });
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toBe('attachment; filename="audit-log.csv"');
    const text = answer.rawPayload.toString('utf8');
    const [, line] = /^\uFEFFentry,at,.*?chained\r\n(.*)\r\n$/s.exec(text) ?? [];
    expect(line).toContain('system,system,,,');
    expect(line).toContain(`${subject},"é 🕊, ""said""\r\nshe","{""seconds"":3}",,,not yet`);
    expect((await list({ subject })).entries[0]).toMatchObject({
      action: 'audit-log.exported',
      actor: { id: staff.user.id },
      reason,
      details: { count: 1 },
    });
  });

  test('200: everything across pages, once; 409 beyond the limit, and nothing is written', async () => {
    const userId = newId();
    await write({ userId }, 2_001);
    const ids = cellsIn((await exported({ account: userId, reason })).body)
      .slice(13)
      .filter((_, index) => index % 13 === 0);
    expect([ids.length, new Set(ids).size]).toEqual([2_001, 2_001]);
    await db.execute(sql`
      insert into audit_log (at, actor, action, user_id)
      select ${clock.now().toISOString()}::timestamptz, 'system', 'delivery.late', ${userId} from generate_series(1, 98_000)`);
    const count = await db.$count(auditLog);
    const refused = await exported({ account: userId, reason });
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'A file holds at most 100,000 entries. Please choose a shorter time.',
    ]);
    expect(await db.$count(auditLog)).toBe(count);
  });

  test('400: without a reason; security 34: 403 after a quarter of an hour', async () => {
    const ben = await createStaff(testApp);
    expect((await exported({ reason: ' ' }, ben)).statusCode).toBe(400);
    expect((await exported({ reason: 'x'.repeat(10_000) }, ben)).statusCode).toBe(400);
    clock.advance(15 * 60 + 1);
    expect((await exported({ reason }, ben)).json().code).toBe('fresh_sign_in_needed');
  });
});
