import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { StaffPaymentNoticeList } from '../../../../shared/billing/staff-payment-notices.ts';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { createStaff, type Person } from '../../../../test/factories.ts';
import { applyPaymentNotice } from '../../../job-list.ts';
import { paymentEffects } from '../../../wiring.ts';
import { auditLog } from '../../system/audit/audit.table.ts';
import { paymentNotices } from './webhooks.table.ts';
import { applyLostNotices, applyNotice, countFailedNotices } from './webhooks.ts';

const testApp = await startTestApp({ clock: createTestClock('2030-05-04T12:00:00Z') });
const { services, clock } = testApp;
const { db } = services;
const url = '/api/admin/payment-notices';
const reason = 'The price is there again';
let agnes: Person;
let count = 0;

beforeEach(async () => {
  await db.delete(paymentNotices);
  agnes = await createStaff(testApp);
});

async function notice(failures: number): Promise<string> {
  const id = `sandbox:evt_${++count}`;
  const lastError = failures > 0 ? 'Error: there is no price' : null;
  const receivedAt = new Date(clock.now().getTime() + count * 1000);
  await db.insert(paymentNotices).values({
    id,
    type: 'invoice.paid',
    subscriptionId: crypto.randomUUID(),
    receivedAt,
    failures,
    lastError,
  });
  return id;
}

const list = async (query: Record<string, string> = {}) =>
  (await agnes.request({ url, query })).json<StaffPaymentNoticeList>();
const act = (id: string, name: string, payload: object = { reason, seen: { failures: 3 } }) =>
  agnes.request({ method: 'POST', url: `${url}/${encodeURIComponent(id)}/${name}`, payload });

test('GET: 200: only what failed and is not applied, in the order in which it came, in pages', async () => {
  const [first, , second] = [await notice(3), await notice(0), await notice(1)];
  expect((await list()).notices).toMatchObject([
    { id: first, type: 'invoice.paid', failures: 3, lastError: 'Error: there is no price' },
    { id: second, failures: 1 },
  ]);
  const page = await list({ limit: '1' });
  expect((await list({ limit: '1', ...(page.next ?? {}) })).notices).toMatchObject([{ id: second }]);
  expect(await countFailedNotices(services, { timezone: 'UTC' })).toMatchObject({ count: 2, late: 0 });
  expect((await agnes.request({ url, query: { after: 'x' } })).statusCode).toBe(400);
});

describe('POST: try-again, set-aside', () => {
  test('204: tried again by a job, and gone once it is applied', async () => {
    const id = await notice(3);
    const before = await services.jobs.backlog(applyPaymentNotice);
    expect((await act(id, 'try-again')).statusCode).toBe(204);
    expect(await services.jobs.backlog(applyPaymentNotice)).toBe(before + 1);
    await applyNotice(services, paymentEffects, id);
    expect((await list()).notices).toEqual([]);
    expect((await act(id, 'try-again')).statusCode).toBe(409);
    const entries = await db.select().from(auditLog).where(eq(auditLog.action, 'payment-notice.tried-again'));
    expect(entries).toMatchObject([
      { action: 'payment-notice.tried-again', reason, details: { notice: id, failures: 3 } },
    ]);
  });

  test('204: set aside, it is never applied', async () => {
    const id = await notice(3);
    expect((await act(id, 'set-aside')).statusCode).toBe(204);
    clock.advance(20 * 60);
    await applyLostNotices(services, paymentEffects);
    const [row] = await db.select().from(paymentNotices).where(eq(paymentNotices.id, id));
    expect(row).toMatchObject({ appliedAt: null, failures: 3 });
    clock.advance(-20 * 60);
  });

  test('409: it failed once more meanwhile; 400: no reason; 404: an unknown one', async () => {
    const id = await notice(4);
    const late = await act(id, 'set-aside');
    expect([late.statusCode, late.json().fields]).toEqual([409, { failures: 'It has failed 4 times' }]);
    for (const bad of ['', ' ', 'x'.repeat(10_000)])
      expect((await act(id, 'try-again', { reason: bad, seen: { failures: 4 } })).statusCode).toBe(400);
    expect((await act('stripe:evt_unknown', 'set-aside')).statusCode).toBe(404);
    const [row] = await db.select().from(paymentNotices).where(eq(paymentNotices.id, id));
    expect(row?.setAsideAt).toBeNull();
  });
});
