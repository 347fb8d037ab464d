import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { auditLog } from '../server/features/system/audit/audit.table.ts';
import type { GiftOrder, PlacedGiftOrder } from '../shared/store/gift-orders.ts';
import type { TestApp } from './app.ts';
import { paymentAt } from './checkout.ts';
import type { Person } from './factories.ts';

export const url = '/api/gift-orders';
export const bouquet = {
  gifts: ['yard_signs', 'flowers'],
  recipientName: 'Maya Alvarez',
  deliveryAddress: '1 Quay Street\nPort Haven',
  deliveryDate: '2099-05-04',
};

export const post = (person: Person, payload: object) => person.request({ method: 'POST', url, payload });
export const list = async (person: Person) => (await person.request({ url })).json<GiftOrder[]>();
export const cancel = (person: Person, id: string) =>
  person.request({ method: 'POST', url: `${url}/${id}/cancel` });
export const reopen = (person: Person, id: string) =>
  person.request({ method: 'POST', url: `${url}/${id}/checkout` });

export async function place(person: Person, changes: object = {}): Promise<PlacedGiftOrder> {
  const answer = await post(person, { ...bouquet, ...changes });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<PlacedGiftOrder>();
}

/** An order, and the page on which it is paid. */
export async function placeAndOpen(testApp: TestApp, person: Person, changes: object = {}) {
  const order = await place(person, changes);
  return { order, payment: await paymentAt(testApp, order.checkoutUrl) };
}

/** What the audit log says of an order. */
export async function actionsOn({ services: { db } }: TestApp, id: string): Promise<string[]> {
  const rows = await db.select().from(auditLog).where(eq(auditLog.subjectId, id));
  return rows.map(({ action }) => action);
}
