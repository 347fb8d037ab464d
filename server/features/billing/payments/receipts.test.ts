import { describe, expect, test } from 'vitest';
import type { PaymentList } from '../../../../shared/billing/subscriptions.ts';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { choosePlan, press } from '../../../../test/checkout.ts';
import { createPerson, type Person } from '../../../../test/factories.ts';
import { readPdf } from '../../../../test/pdf.ts';
import { inTransaction } from '../../../platform/database.ts';
import { checkoutSessions } from './checkout-sessions/checkout-sessions.table.ts';
import { payRefund } from './refunds/pay-refund.ts';
import { refunds } from './refunds/refunds.table.ts';
import { oweRefund } from './refunds/refunds.ts';

const testApp = await startTestApp({ clock: createTestClock('2030-01-31T12:00:00Z') });
const { services, clock } = testApp;
const { db } = services;

async function payer(form: Record<string, unknown> = {}): Promise<Person> {
  const person = await createPerson(testApp, form);
  await press(testApp, await choosePlan(testApp, person, { subscriptionPlan: 'basic' }), 'pay');
  return person;
}

const paymentsOf = async (person: Person) =>
  (await person.request({ url: '/api/payments' })).json<PaymentList>().payments;

async function receiptOf(person: Person, id: string) {
  const answer = await person.request({ url: `/api/payments/${id}/receipt.pdf` });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  return readPdf(answer.rawPayload);
}

describe('GET /api/payments/{id}/receipt.pdf', () => {
  test('200: number, day, what and amount, in any script, and that no money was moved', async () => {
    const person = await payer({ firstName: 'Ruth', lastName: 'نور 刘' });
    const [first] = await paymentsOf(person);
    const { pages, source } = await receiptOf(person, first?.id ?? '');
    expect(pages).toHaveLength(1);
    for (const words of [first?.id ?? '', '31 January 2030', '$20.00', 'no money was moved', 'Ruth'])
      expect(pages[0]?.replaceAll('\n', ' ')).toContain(words);
    expect(source).not.toMatch(/JavaScript|\/JS\b|\/Launch|\/URI/);
  });

  test('404: security 28: of somebody else, exactly like one that never was', async () => {
    const [person, other] = [await payer(), await createPerson(testApp)];
    const [first] = await paymentsOf(person);
    const answers = [];
    for (const id of [first?.id, other.user.id])
      answers.push(await other.request({ url: `/api/payments/${id}/receipt.pdf` }));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
    expect(answers[0]?.json()).toEqual(answers[1]?.json());
  });

  test('a name that is a formula, or speaks PDF, is only text', async () => {
    const person = await payer({ firstName: '=HYPERLINK("x")', lastName: '(\\) Tj ET' });
    const [first] = await paymentsOf(person);
    expect((await receiptOf(person, first?.id ?? '')).pages[0]).toContain('=HYPERLINK');
  });
});

test('GET /api/payments says what will be given back, and when it was; the receipt too', async () => {
  const person = await payer();
  const [session] = (await db.select().from(checkoutSessions)).filter(
    ({ userId }) => userId === person.user.id,
  );
  if (!session) throw new Error('nothing was paid');
  await inTransaction(db, (tx) => oweRefund(tx, services, session, 'order-cancelled'));
  expect(await paymentsOf(person)).toMatchObject([{ refund: { amount: 20, givenBackAt: null } }]);
  const owed = (await db.select().from(refunds)).find(
    ({ checkoutSessionId }) => checkoutSessionId === session.id,
  );
  clock.advance(24 * 3600);
  await payRefund(services, owed?.id ?? '');
  clock.advance(-24 * 3600);
  const [paid] = await paymentsOf(person);
  expect(paid).toMatchObject({ refund: { amount: 20, givenBackAt: '2030-02-01T12:00:00.000Z' } });
  expect((await receiptOf(person, session.id)).pages[0]).toContain('1 February 2030');
});
