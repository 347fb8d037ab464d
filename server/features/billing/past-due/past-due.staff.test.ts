import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { freshSignInMinutes } from '../../../../shared/accounts/staff.ts';
import type { PastDueAccount, PastDueList } from '../../../../shared/billing/past-due.ts';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { createPerson, createStaff, type Person } from '../../../../test/factories.ts';
import { resumeAfterPayment } from '../../../job-list.ts';
import { monthsAfter } from '../../../platform/local-time.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { auditLog } from '../../system/audit/audit.table.ts';
import { countPastDue } from './list-for-staff.ts';
import { pastDueNotices } from './past-due.table.ts';

const start = new Date('2030-04-15T12:00:00Z');
const testApp = await startTestApp({ clock: createTestClock(start) });
const { services, clock } = testApp;
const { db } = services;
const url = '/api/admin/arrears';
const reason = 'Their bank was closed';
let agnes: Person;

beforeEach(async () => {
  clock.set(start);
  agnes = await createStaff(testApp);
});

/** Somebody whose plan ended this many months ago. */
async function lapsed(months: number, more: Partial<typeof users.$inferInsert> = {}) {
  const person = await createPerson(testApp);
  const paidThrough = monthsAfter(start, -months);
  const change = { subscriptionPlan: 'basic' as const, paidThrough, ...more };
  await db.update(users).set(change).where(eq(users.id, person.user.id));
  return { person, id: person.user.id, paidThrough };
}

const list = async (query: Record<string, string> = {}) =>
  (await agnes.request({ url, query })).json<PastDueList>();
const extend = (id: string, payload: object) =>
  agnes.request({ method: 'POST', url: `${url}/${id}/extend`, payload });

describe('GET /api/admin/arrears', () => {
  test('200: who, since when, what is due and who was told, those that lapsed first first, in pages', async () => {
    const [two, one, long] = [await lapsed(2), await lapsed(1), await lapsed(5)];
    const paused = await lapsed(1, { lapseStoppedAt: monthsAfter(start, -2) });
    const free = await lapsed(1, { subscriptionPlan: 'free' });
    await db.insert(pastDueNotices).values([
      { userId: two.id, paidThrough: two.paidThrough, step: 'lapse', createdAt: two.paidThrough },
      { userId: two.id, paidThrough: monthsAfter(start, -9), step: 'over', createdAt: start },
    ]);
    const { accounts } = await list();
    const ids = accounts.map(({ id }) => id);
    expect(ids.indexOf(two.id)).toBeLessThan(ids.indexOf(one.id));
    for (const other of [long, paused, free]) expect(ids).not.toContain(other.id);
    expect(accounts.find(({ id }) => id === two.id)).toMatchObject({
      plan: 'basic',
      monthsDue: 2,
      amount: 40,
      isGuaranteed: true,
      told: [{ step: 'lapse', at: two.paidThrough.toISOString() }],
    });
    const over = (await list({ state: 'over' })).accounts.find(({ id }) => id === long.id);
    expect(over).toMatchObject({ monthsDue: 3, amount: 60, isGuaranteed: false });
    const first = await list({ limit: '1' });
    const second = await list({ limit: '1', ...(first.next ?? {}) });
    expect([...first.accounts, ...second.accounts].map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(await countPastDue(services, { timezone: 'UTC' })).toMatchObject({ oldest: two.paidThrough });
    const answer = await agnes.request({ url: `${url}/${one.id}` });
    expect(answer.json<PastDueAccount>()).toMatchObject({ monthsDue: 1, amount: 20 });
    expect((await agnes.request({ url: `${url}/${free.id}` })).statusCode).toBe(404);
  });

  test.each([{ state: 'lost' }, { limit: '0' }, { afterSince: '2030-01-01T00:00:00Z' }])(
    '400: %o',
    async (query) => {
      expect((await agnes.request({ url, query })).statusCode).toBe(400);
    },
  );
});

describe('POST /api/admin/arrears/{id}/extend', () => {
  test('204: it counts as paid until the end of that day, and what waits is let go', async () => {
    const { id, paidThrough } = await lapsed(2);
    const before = await services.jobs.backlog(resumeAfterPayment);
    expect((await extend(id, { reason, until: '2030-05-01', seen: { paidThrough } })).statusCode).toBe(204);
    const [row] = await db.select().from(users).where(eq(users.id, id));
    expect(row?.paidThrough).toEqual(new Date('2030-05-01T23:59:59Z'));
    expect(await services.jobs.backlog(resumeAfterPayment)).toBe(before + 1);
    expect((await agnes.request({ url: `${url}/${id}` })).statusCode).toBe(404);
    const own = and(eq(auditLog.subjectId, id), eq(auditLog.action, 'subscription.extended-by-staff'));
    expect(await db.select().from(auditLog).where(own)).toMatchObject([
      {
        actor: agnes.user.id,
        userId: id,
        reason,
        before: { paidThrough: paidThrough.toISOString() },
        after: { paidThrough: '2030-05-01T23:59:59.000Z' },
      },
    ]);
    const late = await extend(id, { reason, until: '2030-06-01', seen: { paidThrough } });
    expect([late.statusCode, Object.keys(late.json().fields)]).toEqual([409, ['paidThrough']]);
  });

  test('400: a day that is past or too far ahead, no reason; 404: nobody; 409: a free plan; 403: security 34', async () => {
    const { id, paidThrough } = await lapsed(1);
    const seen = { paidThrough };
    for (const until of ['2030-04-01', '2031-05-01', '2030-02-30', ''])
      expect((await extend(id, { reason, until, seen })).json().fields).toHaveProperty('until');
    const until = '2030-05-01';
    for (const bad of ['', ' ', 'x'.repeat(10_000)])
      expect((await extend(id, { reason: bad, until, seen })).json().fields).toHaveProperty('reason');
    expect((await extend(agnes.user.id.replace(/^./, 'f'), { reason, until, seen })).statusCode).toBe(404);
    expect((await extend(agnes.user.id, { reason, until, seen })).statusCode).toBe(409);
    clock.advance((freshSignInMinutes * 60) / 2);
    await list();
    clock.advance((freshSignInMinutes * 60) / 2);
    expect((await extend(id, { reason, until, seen })).json().code).toBe('fresh_sign_in_needed');
    const [row] = await db.select().from(users).where(eq(users.id, id));
    expect(row?.paidThrough).toEqual(paidThrough);
  });
});
