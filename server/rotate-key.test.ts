import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { startTestApp } from '../test/app.ts';
import { addProof, beginReport, confirmReport, pdf } from '../test/death-reports.ts';
import { createPerson, type Person } from '../test/factories.ts';
import { deathCertificates } from './features/after-death/death-cases/death-reports/death-reports.table.ts';
import { readProofBytes } from './features/after-death/death-cases/death-reports/proof-files.ts';
import { therapyRequests } from './features/care/counseling/therapy-requests/therapy-requests.table.ts';
import { requestForOwner } from './features/care/counseling/therapy-requests/therapy-requests.ts';
import type { Database } from './platform/database.ts';
import { type AppSecret, currentPrefix, unseal } from './platform/sealed.ts';
import { rotateKey } from './rotate-key.ts';
import { sealedColumns } from './sealed-columns.ts';

const testApp = await startTestApp();
const { services } = testApp;
const { db } = services;
const former = services.appSecret;
const fresh = 'the new secret, which is long enough';
const rotating: AppSecret = { current: fresh, previous: [former.current], links: former.links };
const after: AppSecret = { ...rotating, previous: [] };
const silent = () => undefined;

/** All sealed values in the database, from every column. */
async function sealedValues(): Promise<{ value: string; opens: (secret: AppSecret) => string }[]> {
  const values = [];
  for (const { table, id, column, sealedFor } of sealedColumns) {
    const { rows } = await db.execute<{ id: string; value: string }>(
      sql`select ${id} as id, ${column} as value from ${table} where ${column} is not null order by ${id}`,
    );
    for (const row of rows)
      values.push({
        value: row.value,
        opens: (secret: AppSecret) => unseal(secret, sealedFor(row.id), row.value),
      });
  }
  return values;
}

async function askFor(ruth: Person, reason: string): Promise<void> {
  const preferredDate = new Date(testApp.clock.now().getTime() + 40 * 24 * 3_600_000).toISOString();
  const payload = { sessionType: 'group', preferredDate: preferredDate.slice(0, 10), preferredTime: 'late' };
  const answer = await ruth.request({
    method: 'POST',
    url: '/api/therapy-requests',
    payload: { ...payload, reason, specialRequests: `With ${reason}` },
  });
  expect(answer.statusCode, answer.body).toBe(201);
}

/** The database, with something that runs before each statement that writes. */
function beforeEachWrite(work: (statement: string) => Promise<unknown>): Database {
  const dialect = new PgDialect();
  return new Proxy(db, {
    get(target, name) {
      if (name !== 'execute') return Reflect.get(target, name, target);
      return async (query: SQL) => {
        const statement = dialect.sqlToQuery(query).sql.trim();
        if (statement.startsWith('update ')) await work(statement);
        return target.execute(query);
      };
    },
  });
}

test('a wrong previous secret leaves all as it was and names it; broken off and begun again, all opens with the new one alone', async () => {
  const ruth = await createPerson(testApp, { plan: 'basic' });
  for (const reason of ['one', 'two', 'three', 'four']) await askFor(ruth, reason);
  const report = await beginReport(testApp);
  await confirmReport(testApp, report);
  const certificate = await pdf('A certificate');
  expect((await addProof(testApp, report, certificate)).statusCode).toBe(201);
  const before = await sealedValues();
  expect(before.length).toBeGreaterThanOrEqual(8);
  const texts = before.map(({ opens }) => opens(former));
  const [proofBefore] = await db.select().from(deathCertificates);

  const lines: string[] = [];
  const wrong = { ...rotating, previous: ['a wrong secret that is long enough too'] };
  const unopened = await rotateKey({ ...services, appSecret: wrong }, (line) => lines.push(line));
  expect(unopened).toBe(before.length + 1);
  expect(lines.join('\n')).toContain(`no secret that is set opens ${proofBefore?.id}`);
  expect((await sealedValues()).map(({ value }) => value)).toEqual(before.map(({ value }) => value));
  expect(await db.select().from(deathCertificates)).toEqual([proofBefore]);

  let left = 3;
  const killed = beforeEachWrite(async () => {
    left -= 1;
    if (left < 0) throw new Error('broken off');
  });
  const half = rotateKey({ ...services, db: killed, appSecret: rotating }, silent);
  await expect(half).rejects.toThrow('broken off');
  const isCurrent = ({ value }: { value: string }) => value.startsWith(currentPrefix(rotating));
  expect((await sealedValues()).filter(isCurrent)).toHaveLength(3);
  expect((await sealedValues()).map(({ opens }) => opens(rotating))).toEqual(texts);

  expect(await rotateKey({ ...services, appSecret: rotating }, silent)).toBe(0);
  const values = await sealedValues();
  expect(values.every(isCurrent)).toBe(true);
  expect(values.map(({ opens }) => opens(after))).toEqual(texts);
  const [proof] = await db.select().from(deathCertificates);
  if (!proof) throw new Error('The proof is gone');
  expect(proof.storageKey).not.toBe(proofBefore?.storageKey);
  expect((await readProofBytes({ ...services, appSecret: after }, proof)).equals(certificate)).toBe(true);
  const requests = await db.select().from(therapyRequests).orderBy(therapyRequests.id);
  expect(requests.map((each) => requestForOwner({ appSecret: after }, each).reason)).toEqual([
    'one',
    'two',
    'three',
    'four',
  ]);

  await rotateKey({ ...services, appSecret: rotating }, (line) => lines.push(line));
  expect((await sealedValues()).map(({ value }) => value)).toEqual(values.map(({ value }) => value));
  expect(await db.select().from(deathCertificates)).toEqual([proof]);
});

test('what a process that still has the old secret writes meanwhile is sealed again as well', async () => {
  const ruth = await createPerson(testApp, { plan: 'basic' });
  await askFor(ruth, 'before');
  let isAsked = false;
  // The reasons have been gone through by then.
  const meanwhile = beforeEachWrite(async (statement) => {
    if (isAsked || !statement.includes('set "special_requests"')) return;
    isAsked = true;
    await askFor(ruth, 'meanwhile');
  });
  const lines: string[] = [];
  const tell = (line: string) => lines.push(line);
  expect(await rotateKey({ ...services, db: meanwhile, appSecret: rotating }, tell)).toBe(0);
  expect(isAsked).toBe(true);
  expect((await sealedValues()).every(({ value }) => value.startsWith(currentPrefix(rotating)))).toBe(true);
  expect(lines.filter((line) => line === 'reason of requests for a session: 1 sealed again')).toHaveLength(2);
  expect(lines).toContain(`Looking again: a process that has an earlier secret may have written meanwhile.`);
});

test('one value that no secret opens, among others that one does, is named; the others are sealed again', async () => {
  const ruth = await createPerson(testApp, { plan: 'basic' });
  for (const reason of ['good', 'bad', 'good too']) await askFor(ruth, reason);
  const bad = sql`(select id from ${therapyRequests} order by id desc offset 1 limit 1)`;
  const [broken] = await db
    .update(therapyRequests)
    .set({ reason: sql`left(reason, -8) || 'AAAAAAAA'` })
    .where(sql`id = ${bad}`)
    .returning();
  const lines: string[] = [];
  const found = await rotateKey({ ...services, appSecret: rotating }, (line) => lines.push(line));
  expect(found).toBe(1);
  expect(lines.filter((line) => line.includes('no secret that is set opens'))).toEqual([
    `reason of requests for a session: no secret that is set opens ${broken?.id}; it is as it was`,
  ]);
  const left = (await sealedValues()).filter(({ value }) => !value.startsWith(currentPrefix(rotating)));
  expect(left.map(({ value }) => value)).toEqual([broken?.reason]);
});

test('what was changed while the secret is changed is not overwritten', async () => {
  const ruth = await createPerson(testApp, { plan: 'basic' });
  await askFor(ruth, 'changed soon');
  const changing = beforeEachWrite(() =>
    db.update(therapyRequests).set({ reason: null, specialRequests: null }),
  );
  const other = {
    ...rotating,
    current: 'a third secret, which is long enough',
    previous: [fresh, former.current],
  };
  const lines: string[] = [];
  await rotateKey({ ...services, db: changing, appSecret: other }, (line) => lines.push(line));
  expect(lines.join('\n')).toContain('reason of requests for a session: 0 sealed again');
  const reasons = (await db.select().from(therapyRequests)).map(({ reason }) => reason);
  expect(new Set(reasons)).toEqual(new Set([null]));
});
