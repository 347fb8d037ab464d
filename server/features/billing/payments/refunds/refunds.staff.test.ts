import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { freshSignInMinutes } from '../../../../../shared/accounts/staff.ts';
import type { StaffRefund, StaffRefundList } from '../../../../../shared/billing/refunds.ts';
import { plans } from '../../../../../shared/plans.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { choosePlan, press } from '../../../../../test/checkout.ts';
import { createPerson, createStaff, type Person } from '../../../../../test/factories.ts';
import { mailTo } from '../../../../../test/mailbox.ts';
import { sendMailsTo } from '../../../../../test/outbox.ts';
import { paySandboxPayment } from '../../../../platform/payments/sandbox.ts';
import { paymentEffects } from '../../../../wiring.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';
import { checkoutSessions } from '../checkout-sessions/checkout-sessions.table.ts';
import { receivePaymentEvent } from '../payment-events/payment-events.ts';
import { refunds } from './refunds.table.ts';
import { countOwedRefunds } from './refunds.ts';

const testApp = await startTestApp({ clock: createTestClock('2030-05-04T12:00:00Z') });
const { services, clock } = testApp;
const { db } = services;
const url = '/api/admin/refunds';
const form = { reason: 'Given back by hand', reference: 're_42', seen: { state: 'owed' } };
let agnes = await createStaff(testApp);

// Tests advance the clock, which would end her session.
beforeEach(async () => {
  agnes = await createStaff(testApp);
});

const list = async (query: Record<string, string> = {}) =>
  (await agnes.request({ url, query })).json<StaffRefundList>();
const giveBack = (id: string, payload: object = form) =>
  agnes.request({ method: 'POST', url: `${url}/${id}/given-back`, payload });

const rowOf = async ({ user }: Person) => (await db.select().from(users).where(eq(users.id, user.id)))[0];

/** Somebody has paid for the larger plan, and then a payment for the smaller one is reported. */
async function paidInVain(): Promise<{ person: Person; refund: StaffRefund }> {
  const person = await createPerson(testApp);
  const lesser = await choosePlan(testApp, person, { subscriptionPlan: 'basic' });
  await paySandboxPayment(db, clock.now(), lesser.paymentId);
  await press(testApp, await choosePlan(testApp, person, { subscriptionPlan: 'premium' }), 'pay');
  const { paymentId } = lesser;
  for (const id of ['one', 'two'])
    await receivePaymentEvent(services, paymentEffects, {
      id: `${paymentId}:${id}`,
      type: 'paid',
      paymentId,
      at: clock.now(),
    });
  const found = (await list()).refunds.filter(({ owner }) => owner?.id === person.user.id);
  expect(found).toHaveLength(1);
  return { person, refund: found[0] as StaffRefund };
}

describe('GET /api/admin/refunds', () => {
  test('200: what was paid needlessly, each once, the longest owed first, in pages', async () => {
    const { person, refund } = await paidInVain();
    clock.advance(60);
    const later = await paidInVain();
    expect(refund).toMatchObject({
      cause: 'lesser-plan',
      amount: plans.basic.monthlyPrice,
      provider: 'sandbox',
      owner: { name: 'Ruth Alvarez', email: person.user.email },
      orderId: null,
      givenBackAt: null,
    });
    const ids = (await list()).refunds.map(({ id }) => id);
    expect(ids.indexOf(refund.id)).toBeLessThan(ids.indexOf(later.refund.id));
    const first = await list({ limit: '1' });
    const second = await list({ limit: '1', ...(first.next ?? {}) });
    expect([...first.refunds, ...second.refunds].map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(await countOwedRefunds(services, { timezone: 'UTC' })).toMatchObject({
      count: ids.length,
      late: 0,
    });
    clock.advance(8 * 24 * 60 * 60);
    expect(await countOwedRefunds(services, { timezone: 'UTC' })).toMatchObject({ late: ids.length });
  });

  test('200: what is owed to somebody whose account was erased stays owed', async () => {
    const { person, refund } = await paidInVain();
    await db.delete(users).where(eq(users.id, person.user.id));
    const answer = await agnes.request({ url: `${url}/${refund.id}` });
    expect(answer.json()).toMatchObject({ owner: null, paymentId: refund.paymentId, amount: refund.amount });
    expect((await giveBack(refund.id)).statusCode).toBe(200);
  });

  test.each([{ state: 'lost' }, { limit: '0' }, { after: agnes.user.id }])('400: %o', async (query) => {
    expect((await agnes.request({ url, query })).statusCode).toBe(400);
  });
});

describe('POST /api/admin/refunds/:id/given-back', () => {
  test('200: who, when and the reference; nothing else moves', async () => {
    const { person, refund } = await paidInVain();
    const answer = await giveBack(refund.id);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { givenBackAt: clock.now().toISOString(), reference: 're_42', givenBackBy: expect.any(String) },
    ]);
    expect((await list()).refunds.map(({ id }) => id)).not.toContain(refund.id);
    expect((await list({ state: 'given-back' })).refunds.map(({ id }) => id)).toContain(refund.id);
    const entries = await db.select().from(auditLog).where(eq(auditLog.subjectId, refund.id));
    expect(entries).toMatchObject([
      {
        action: 'refund.given-back',
        actor: agnes.user.id,
        userId: person.user.id,
        reason: form.reason,
        details: { amount: plans.basic.monthlyPrice, cause: 'lesser-plan' },
        before: { reference: null },
        after: { reference: 're_42' },
      },
    ]);
  });

  test('200: the payer is told, with the reference', async () => {
    const { person, refund } = await paidInVain();
    await giveBack(refund.id);
    await sendMailsTo(services, person.user.email);
    const [mail] = await mailTo(services, person.user.email);
    expect(mail).toMatchObject({
      subject: 'We have refunded a payment',
      text: expect.stringContaining('under the reference re_42'),
    });
  });

  test('409: by whoever paid it: with their own account, or from an address of theirs', async () => {
    const { person, refund } = await paidInVain();
    const isPayer = eq(users.id, person.user.id);
    const { isAdmin, staffSince } = (await rowOf(agnes)) ?? {};
    await db.update(users).set({ isAdmin, staffSince }).where(isPayer);
    const form = { reason: 'By hand', reference: 're_43', seen: { state: 'owed' } };
    const own = await person.request({
      method: 'POST',
      url: `${url}/${refund.id}/given-back`,
      payload: form,
    });
    expect([own.statusCode, own.json().message]).toEqual([409, expect.stringContaining('your own payment')]);
    await db.update(users).set({ isAdmin: false }).where(isPayer);
    const { checkoutSessionId } = (await db.select().from(refunds).where(eq(refunds.id, refund.id)))[0] ?? {};
    const paid = eq(checkoutSessions.id, checkoutSessionId ?? '');
    const payerEmail = agnes.user.email.toUpperCase().replace('@', '+gift@');
    await db.update(checkoutSessions).set({ payerEmail }).where(paid);
    expect((await giveBack(refund.id)).statusCode).toBe(409);
    expect((await list()).refunds.map(({ id }) => id)).toContain(refund.id);
  });

  test('409: somebody gave it back meanwhile: the second of two reads under which reference', async () => {
    const { refund } = await paidInVain();
    await giveBack(refund.id);
    const second = await giveBack(refund.id, { ...form, reference: 're_43' });
    expect([second.statusCode, second.json().fields]).toEqual([
      409,
      { state: 'It was to be refunded, and is now refunded, under re_42' },
    ]);
    const [row] = await db.select().from(refunds).where(eq(refunds.id, refund.id));
    expect(row?.reference).toBe('re_42');
  });

  test('403: security 34: with a sign-in that is too old', async () => {
    const { refund } = await paidInVain();
    clock.advance((freshSignInMinutes * 60) / 2);
    await list();
    clock.advance((freshSignInMinutes * 60) / 2);
    expect((await giveBack(refund.id)).json().code).toBe('fresh_sign_in_needed');
  });

  test('400: without a reason or a reference, or with one of 10,000 characters; 404: an unknown payment', async () => {
    const { refund } = await paidInVain();
    for (const bad of [undefined, '', '  ', 'x'.repeat(10_000)]) {
      for (const field of ['reason', 'reference']) {
        const answer = await giveBack(refund.id, { ...form, [field]: bad });
        expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [field]]);
      }
    }
    expect((await giveBack(agnes.user.id)).statusCode).toBe(404);
    expect((await list()).refunds.map(({ id }) => id)).toContain(refund.id);
  });
});
