import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { PhysicalItem } from '../../../../shared/keepsakes/physical-items.ts';
import { startTestApp } from '../../../../test/app.ts';
import { paymentAt, press } from '../../../../test/checkout.ts';
import {
  createPerson,
  createRecipient,
  createStaff,
  goodPassword,
  type Person,
} from '../../../../test/factories.ts';
import { actOnItem, addItem, addPicture, createKeeper, locket, sendPicture } from '../../../../test/items.ts';
import { mediaFiles } from '../../../../test/media.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import { sandboxPayments } from '../../../platform/payments/sandbox.table.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { refunds } from '../../billing/payments/refunds/refunds.table.ts';
import { physicalItems } from './physical-items.table.ts';

const testApp = await startTestApp();
const { services, clock } = testApp;
const { db } = services;
const url = '/api/physical-items';
const agnes = await createStaff(testApp, { firstName: 'Agnes', lastName: 'Lind' });

const post = (person: Person, payload: object) => person.request({ method: 'POST', url, payload });
const patch = (person: Person, id: string, payload: object) =>
  person.request({ method: 'PATCH', url: `${url}/${id}`, payload });
const remove = (person: Person, id: string) => person.request({ method: 'DELETE', url: `${url}/${id}` });
const list = async (person: Person) => (await person.request({ url })).json<PhysicalItem[]>();
const receive = (id: string) => actOnItem(agnes, id, 'receive', { storageLocation: 'Room 2, shelf 14C' });
const askBack = (person: Person, id: string, reason = 'I miss it') =>
  person.request({ method: 'POST', url: `${url}/${id}/request-return`, payload: { reason } });
async function openFee(person: Person, id: string) {
  const answer = await person.request({ method: 'POST', url: `${url}/${id}/return-fee/checkout` });
  return paymentAt(testApp, answer.json<{ url: string }>().url);
}
async function payReturn(person: Person, id: string) {
  const payment = await openFee(person, id);
  await press(testApp, payment, 'pay');
  return payment;
}
const causesOf = async ({ sessionId }: { sessionId: string }) =>
  (await db.select().from(refunds).where(eq(refunds.checkoutSessionId, sessionId))).map(({ cause }) => cause);

describe('POST /api/physical-items', () => {
  test('201: as it was described; awaited, not yet here', async () => {
    const ruth = await createKeeper(testApp);
    const { id: recipientId } = await createRecipient(ruth);
    const item = await addItem(ruth, {
      recipientId,
      estimatedValue: '3500.50',
      hasInsurance: true,
      insuranceValue: 4000,
      personalMessage: 'Wear it to dances',
      deliveryInstructions: 'To Maya herself',
    });
    expect(item).toMatchObject({
      ...locket,
      estimatedValue: 3500.5,
      insuranceValue: 4000,
      insuranceFee: 40,
      recipientName: 'Maya Alvarez',
      status: 'stored',
      receivedDate: null,
      images: [],
      handovers: [],
    });
    expect(await list(ruth)).toEqual([item]);
  });

  test('201: an insured value is kept only where it is insured', async () => {
    const item = await addItem(await createKeeper(testApp), { insuranceValue: 4000 });
    expect(item).toMatchObject({ hasInsurance: false, insuranceValue: null, insuranceFee: null });
  });

  test.each<[object, string, string]>([
    [{ title: ' ' }, 'title', 'Title is required'],
    [{ description: 'Too short' }, 'description', 'Description must be at least 10 characters'],
    [{ category: 'furniture' }, 'category', 'Please choose a category'],
    [{ estimatedValue: -1 }, 'estimatedValue', 'Please give an amount in dollars, with at most two decimals'],
    [
      { estimatedValue: 1.234 },
      'estimatedValue',
      'Please give an amount in dollars, with at most two decimals',
    ],
    [{ insuranceValue: 1e9 }, 'insuranceValue', 'This is more than we can insure'],
  ])('400: %j', async (fields, field, message) => {
    const answer = await post(await createKeeper(testApp), { ...locket, ...fields });
    expect([answer.statusCode, answer.json().fields]).toEqual([400, { [field]: message }]);
  });

  test.each([
    ['free', 'First Echo'],
    ['basic', 'Golden Thread'],
  ] as const)('402: %s', async (plan, name) => {
    const person = await createPerson(testApp, { plan });
    const answer = await post(person, locket);
    expect(answer.statusCode).toBe(402);
    expect(answer.json().message).toContain(`${name} plan limit`);
    expect(answer.json().message).toContain(`Your ${name} plan allows up to 0 physical items.`);
    expect((await person.request({ url })).statusCode).toBe(403);
  });

  test('security 33: 402 for all but three of ten that are added at once', async () => {
    const ruth = await createKeeper(testApp);
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(ruth, locket)));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(3);
    const refused = answers.find(({ statusCode }) => statusCode === 402);
    expect(refused?.json().message).toContain('Your Eternal Light plan allows up to 3 physical items.');
    expect(await list(ruth)).toHaveLength(3);
  });

  test('402 once the plan has lapsed; what is there can be read, changed and asked back', async () => {
    const ruth = await createKeeper(testApp);
    const { id } = await addItem(ruth);
    const paidThrough = new Date(clock.now().getTime() - 60_000);
    await db.update(users).set({ paidThrough }).where(eq(users.id, ruth.user.id));
    const refused = await post(ruth, locket);
    expect(refused.statusCode).toBe(402);
    expect(refused.json().message).toContain('has not been paid since');
    expect(await list(ruth)).toHaveLength(1);
    await db.update(users).set({ subscriptionPlan: 'free' }).where(eq(users.id, ruth.user.id));
    expect(await list(ruth)).toHaveLength(1);
    expect((await patch(ruth, id, { title: 'Her locket' })).statusCode).toBe(200);
    expect((await askBack(ruth, id)).statusCode).toBe(200);
  });

  test('a recipient who is meant to have one is deleted only after a warning that names it', async () => {
    const ruth = await createKeeper(testApp);
    const maya = await createRecipient(ruth);
    const { id } = await addItem(ruth, { recipientId: maya.id });
    await receive(id);
    const removeMaya = (query = '') =>
      ruth.request({ method: 'DELETE', url: `/api/recipients/${maya.id}${query}` });
    const warning = await removeMaya();
    expect(warning.statusCode).toBe(409);
    expect(warning.json().message).toContain('is still to receive “My mother’s locket” (a physical item).');
    expect(await list(ruth)).toMatchObject([{ recipientId: maya.id }]);
    expect((await removeMaya('?force=true')).statusCode).toBe(200);
    expect(await list(ruth)).toMatchObject([{ id, recipientId: null, recipientName: null }]);
  });

  test('404 for a recipient of somebody else, and nothing is written', async () => {
    const ruth = await createKeeper(testApp);
    const { id: recipientId } = await createRecipient(await createPerson(testApp));
    expect((await post(ruth, { ...locket, recipientId })).statusCode).toBe(404);
    expect(await list(ruth)).toEqual([]);
  });

  test('security 31: what is for staff to write is not taken from owners', async () => {
    const more = {
      status: 'returned',
      storageLocation: 'X',
      receivedDate: clock.now(),
      returnFee: 0,
      userId: agnes.user.id,
    };
    const ruth = await createKeeper(testApp);
    const { id } = await addItem(ruth, more);
    await patch(ruth, id, more);
    const [row] = await db.select().from(physicalItems).where(eq(physicalItems.id, id));
    expect(row).toMatchObject({
      status: 'stored',
      storageLocation: null,
      receivedDate: null,
      returnFee: null,
      userId: ruth.user.id,
    });
  });
});

describe('PATCH and DELETE /api/physical-items/:id', () => {
  test('200: what is left out stays; without insurance there is no fee', async () => {
    const ruth = await createKeeper(testApp);
    const { id } = await addItem(ruth, { hasInsurance: true, insuranceValue: 600, estimatedValue: 700 });
    expect((await patch(ruth, id, { title: 'Her locket' })).json()).toMatchObject({
      title: 'Her locket',
      description: locket.description,
      insuranceFee: 6,
    });
    expect((await patch(ruth, id, { hasInsurance: false })).json()).toMatchObject({
      estimatedValue: 700,
      insuranceValue: null,
      insuranceFee: null,
    });
    expect((await patch(ruth, id, { description: 'Short' })).statusCode).toBe(400);
  });

  test('what was never sent keeps nobody from deleting their account', async () => {
    const ruth = await createKeeper(testApp);
    await addItem(ruth);
    const payload = { password: goodPassword, confirmation: 'DELETE' };
    const leaving = await ruth.request({ method: 'POST', url: '/api/user/deletion', payload });
    expect(leaving.statusCode).toBe(200);
  });

  test('204 before it was sent, with its pictures; 409 while it is with us', async () => {
    const ruth = await createKeeper(testApp);
    const [kept, gone] = [await addItem(ruth), await addItem(ruth)];
    await addPicture(ruth, gone.id);
    expect((await receive(kept.id)).statusCode).toBe(200);
    expect((await remove(ruth, gone.id)).statusCode).toBe(204);
    const refused = await remove(ruth, kept.id);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().message).toContain('This item is with us');
    expect(await list(ruth)).toHaveLength(1);
    const deletion = { password: goodPassword, confirmation: 'DELETE' };
    const leaving = await ruth.request({ method: 'POST', url: '/api/user/deletion', payload: deletion });
    expect([leaving.statusCode, leaving.json().message]).toEqual([
      409,
      'We still keep “My mother’s locket” for you. Please ask for the return first, on the page Physical Items.',
    ]);
  });
});

describe('a return', () => {
  test('400 without a reason, 409 twice; the fee is 25 dollars', async () => {
    const ruth = await createKeeper(testApp);
    const { id } = await addItem(ruth);
    await receive(id);
    expect((await askBack(ruth, id, ' ')).statusCode).toBe(400);
    expect((await askBack(ruth, id)).json()).toMatchObject({
      status: 'requested_return',
      returnFee: 25,
      returnReason: 'I miss it',
    });
    expect((await askBack(ruth, id)).statusCode).toBe(409);
  });

  test('of two at once one wins', async () => {
    const ruth = await createKeeper(testApp);
    const { id } = await addItem(ruth);
    const answers = await Promise.all([askBack(ruth, id), askBack(ruth, id)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  });

  test('paid, sent back and returned: the place is free again', async () => {
    const ruth = await createKeeper(testApp);
    const { id } = await addItem(ruth);
    await receive(id);
    await askBack(ruth, id);
    expect((await actOnItem(agnes, id, 'send-back')).statusCode, 'unpaid').toBe(409);
    await payReturn(ruth, id);
    const again = await ruth.request({ method: 'POST', url: `${url}/${id}/return-fee/checkout` });
    expect(again.statusCode, 'paid already').toBe(409);
    await actOnItem(agnes, id, 'send-back', { trackingNumber: 'T-1', sealNumber: 'S-9' });
    const callOff = await ruth.request({ method: 'DELETE', url: `${url}/${id}/request-return` });
    expect(callOff.statusCode, 'on its way').toBe(409);
    await actOnItem(agnes, id, 'arrive', { to: 'Ruth Alvarez' });
    const [item] = await list(ruth);
    expect(item).toMatchObject({ status: 'returned' });
    expect(item?.handovers).toMatchObject([
      { step: 'received', from: 'Ruth Alvarez', to: 'Long After', byName: 'Agnes Lind' },
      { step: 'sent_back', from: 'Long After', to: 'Ruth Alvarez', sealNumber: 'S-9', trackingNumber: 'T-1' },
      { step: 'returned', to: 'Ruth Alvarez' },
    ]);
    expect(item?.storageLocation, 'no longer with us').toBeNull();
    const stats = (await ruth.request({ url: '/api/user/stats' })).json();
    expect(stats).toMatchObject({ physicalItemsCount: 0, physicalItemsEver: 1 });
    expect((await remove(ruth, id)).statusCode).toBe(204);
  });

  /** As a provider may answer if asked to close the page while it is being paid. */
  async function payLate(payment: Awaited<ReturnType<typeof openFee>>) {
    await db
      .update(sandboxPayments)
      .set({ expiresAt: minutesAfter(clock.now(), 60) })
      .where(eq(sandboxPayments.id, payment.paymentId));
    await press(testApp, payment, 'pay');
    return causesOf(payment);
  }

  test('on a second page is given back', async () => {
    const ruth = await createKeeper(testApp);
    const { id } = await addItem(ruth);
    await askBack(ruth, id);
    const first = await openFee(ruth, id);
    await payReturn(ruth, id);
    expect(await payLate(first)).toEqual(['paid-twice']);
  });

  test('late, of a return that was called off, is given back, and the item stays', async () => {
    const ruth = await createKeeper(testApp);
    const { id } = await addItem(ruth);
    await askBack(ruth, id);
    const payment = await openFee(ruth, id);
    await ruth.request({ method: 'DELETE', url: `${url}/${id}/request-return` });
    expect(await payLate(payment)).toEqual(['return-fee-not-due']);
    expect(await list(ruth)).toMatchObject([{ status: 'stored', returnFeePaidAt: null }]);
  });

  test('called off: what was paid is owed back', async () => {
    const ruth = await createKeeper(testApp);
    const { id } = await addItem(ruth);
    await askBack(ruth, id);
    const payment = await payReturn(ruth, id);
    const answer = await ruth.request({ method: 'DELETE', url: `${url}/${id}/request-return` });
    expect(answer.json()).toMatchObject({ status: 'stored', returnFee: null, returnReason: null });
    expect(await causesOf(payment)).toEqual(['return-fee-not-due']);
    expect((await ruth.request({ method: 'DELETE', url: `${url}/${id}/request-return` })).statusCode).toBe(
      409,
    );
  });
});

describe('pictures', () => {
  test('security 42: 201, upright and without the place where it was taken; 404 for others', async () => {
    const ruth = await createKeeper(testApp);
    const { id } = await addItem(ruth);
    const bytes = await sharp({ create: { width: 60, height: 30, channels: 3, background: 'teal' } })
      .jpeg()
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD3: { GPSLatitude: '38/1 56/1 0/1', GPSLatitudeRef: 'N' } })
      .toBuffer();
    const sent = await sendPicture(ruth, id, { name: 'a.jpg', contentType: 'image/jpeg', bytes });
    expect(sent.statusCode).toBe(201);
    const { imageUrl, thumbnailUrl } = sent.json();
    for (const address of [imageUrl, thumbnailUrl]) {
      const { rawPayload, headers } = await testApp.app.inject({ url: address, cookies: ruth.cookies });
      expect(headers['content-type']).toBe('image/webp');
      const metadata = await sharp(rawPayload).metadata();
      expect(metadata).toMatchObject({ format: 'webp', width: 30, height: 60 });
      expect(metadata.exif).toBeUndefined();
      expect((await agnes.request({ url: address })).statusCode, 'staff have an address of their own').toBe(
        404,
      );
    }
  });

  test('security 38, 39: 415 for what is no photo, or something else as well; nothing stays', async () => {
    const ruth = await createKeeper(testApp);
    const { id } = await addItem(ruth);
    const jpeg = await mediaFiles.photo.jpeg();
    const page = { ...jpeg, bytes: Buffer.from('<html><script>1</script></html>') };
    const both = { ...jpeg, bytes: Buffer.concat([jpeg.bytes, Buffer.from('<script>1</script>')]) };
    const drawing = { name: 'a.svg', contentType: 'image/svg+xml', bytes: Buffer.from('<svg/>') };
    const cut = { ...jpeg, bytes: jpeg.bytes.subarray(0, jpeg.bytes.length / 2) };
    for (const file of [page, both, drawing, cut])
      expect((await sendPicture(ruth, id, file)).statusCode).toBe(415);
    expect((await list(ruth))[0]?.images).toEqual([]);
    const stored = [];
    for await (const { key } of services.storage.list('')) stored.push(key);
    expect(stored.filter((key) => key.includes(id) || key.startsWith('memories/'))).toEqual([]);
  });

  test('409: the seventh, also where eight are sent at once; 204 makes room', async () => {
    const ruth = await createKeeper(testApp);
    const { id } = await addItem(ruth);
    const answers = await Promise.all(Array.from({ length: 8 }, () => sendPicture(ruth, id)));
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted();
    expect(statuses).toEqual([201, 201, 201, 201, 201, 201, 409, 409]);
    const [image] = (await list(ruth))[0]?.images ?? [];
    const one = { method: 'DELETE', url: `${url}/${id}/images/${image?.id}` } as const;
    expect((await ruth.request(one)).statusCode).toBe(204);
    expect((await ruth.request(one)).statusCode).toBe(404);
    expect((await sendPicture(ruth, id)).statusCode).toBe(201);
  });
});

describe('the chain of custody', () => {
  test('cannot be changed or shortened, but goes with its item', async () => {
    const ruth = await createKeeper(testApp);
    const { id } = await addItem(ruth);
    await receive(id);
    const whole = sql`where physical_item_id = ${id}`;
    await expect(db.execute(sql`update item_handovers set by_name = 'Nobody' ${whole}`)).rejects.toThrow();
    await expect(db.execute(sql`delete from item_handovers ${whole}`)).rejects.toThrow();
    expect((await list(ruth))[0]?.handovers).toHaveLength(1);
    await db.delete(users).where(eq(users.id, ruth.user.id));
    const { rows } = await db.execute(sql`select 1 from item_handovers ${whole}`);
    expect(rows).toEqual([]);
  });
});
