import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  begin,
  confirmation,
  readyExport,
  stateOf,
  uploadPhoto,
  url,
} from '../../../../../test/account-exports.ts';
import { eventually, startTestApp, type TestApp } from '../../../../../test/app.ts';
import { createPerson, goodPassword, type Person } from '../../../../../test/factories.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';
import { accountExports } from './account-export.table.ts';
import { buildExport } from './build-export.ts';
import { eraseOldExports, resumeExports } from './export-sweeps.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
  await testApp.work();
});

const rowOf = async ({ user }: Person) =>
  (await testApp.services.db.select().from(accountExports).where(eq(accountExports.userId, user.id)))[0];

const photo = (background: string) =>
  sharp({ create: { width: 80, height: 60, channels: 3, background } })
    .jpeg()
    .toBuffer();

describe('how long it is there', () => {
  test('security 61: a day: then neither the file nor its row is left', async () => {
    const person = await createPerson(testApp);
    await readyExport(person);
    const row = await rowOf(person);
    const key = row?.fileKey ?? '';
    expect(await testApp.services.storage.stat(key)).toBeDefined();
    testApp.clock.advance(24 * 60 * 60);
    await eraseOldExports(testApp.services);
    expect(await testApp.services.storage.stat(key)).toBeUndefined();
    expect(await rowOf(person)).toBeUndefined();
    const entries = await testApp.services.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, row?.id ?? ''));
    expect(entries.map(({ action }) => action)).toContain('export.erased');
  });

  test('404 and "none" from that moment, also before it is erased', async () => {
    const quiet = await startTestApp();
    const person = await createPerson(quiet);
    await begin(person);
    const [row] = await quiet.services.db.select().from(accountExports);
    await buildExport(quiet.services, row?.id ?? '');
    expect((await stateOf(person)).status).toBe('ready');
    quiet.clock.advance(24 * 60 * 60);
    const login = await quiet.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: person.user.email, password: goodPassword },
    });
    const headers = { authorization: `Bearer ${login.json().token}` };
    const state = await quiet.app.inject({ url, headers });
    expect(state.json().status).toBe('none');
    const payload = confirmation;
    const again = await quiet.app.inject({ method: 'POST', url: `${url}/unlock`, payload, headers });
    expect(again.statusCode).toBe(404);
  });

  test('a new one takes its place; one that is being made is not begun twice', async () => {
    const quiet = await startTestApp();
    const person = await createPerson(quiet);
    const answers = await Promise.all([begin(person), begin(person), begin(person)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([202, 202, 202]);
    const rows = () => quiet.services.db.select().from(accountExports);
    const [first, ...others] = await rows();
    expect(others).toEqual([]);
    await buildExport(quiet.services, first?.id ?? '');
    await begin(person);
    const [second, ...rest] = await rows();
    expect(rest).toEqual([]);
    expect(second?.id).not.toBe(first?.id);
    expect((await stateOf(person)).status).toBe('preparing');
  });
});

describe('what goes wrong', () => {
  test('a lost job is found again; made twice it is one', async () => {
    const quiet = await startTestApp();
    const person = await createPerson(quiet);
    const now = quiet.clock.now();
    const [row] = await quiet.services.db
      .insert(accountExports)
      .values({ userId: person.user.id, requestedAt: now })
      .returning();
    await resumeExports(quiet.services);
    await quiet.work();
    await eventually(async () => (await stateOf(person)).status === 'ready', 'the export to be ready');
    await buildExport(quiet.services, row?.id ?? '');
    const entries = await quiet.services.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, row?.id ?? ''));
    expect(entries.filter(({ action }) => action === 'export.ready')).toHaveLength(1);
  });

  test('a store that cannot be read fails the build, and after six hours the owner is told so; another can be begun', async () => {
    const quiet = await startTestApp();
    const person = await createPerson(quiet);
    await uploadPhoto(person, 'Red', 'red.jpg', await photo('red'));
    await begin(person);
    const [row] = await quiet.services.db.select().from(accountExports);
    const read = () => Promise.reject(new Error('the store is away'));
    const away = { ...quiet.services, storage: { ...quiet.services.storage, read } };
    await expect(buildExport(away, row?.id ?? '')).rejects.toThrow('the store is away');
    expect((await stateOf(person)).status).toBe('preparing');
    for await (const { key } of quiet.services.storage.list('exports/')) expect(key).toBe('none');
    quiet.clock.advance(6 * 60 * 60 + 1);
    await resumeExports(quiet.services);
    const login = await quiet.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: person.user.email, password: goodPassword },
    });
    const headers = { authorization: `Bearer ${login.json().token}` };
    expect((await quiet.app.inject({ url, headers })).json().status).toBe('failed');
    const again = await quiet.app.inject({ method: 'POST', url, payload: confirmation, headers });
    expect(again.json().status).toBe('preparing');
  });

  test('an export whose account is gone leaves no file behind', async () => {
    const quiet = await startTestApp();
    await buildExport(quiet.services, '0193a5f0-0000-7000-8000-000000000001');
    const keys = [];
    for await (const { key } of quiet.services.storage.list('exports/')) keys.push(key);
    expect(keys).toEqual([]);
  });
});
