import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { PhysicalItem } from '../../../../shared/keepsakes/physical-items.ts';
import type { StaffItem, StaffItemList } from '../../../../shared/keepsakes/staff-items.ts';
import type { StorageRequest } from '../../../../shared/keepsakes/storage-requests.ts';
import { startTestApp } from '../../../../test/app.ts';
import { paymentAt, press } from '../../../../test/checkout.ts';
import { createRecipient, createStaff, goodPassword, type Person } from '../../../../test/factories.ts';
import { actOnItem, addItem, createKeeper, seenOf } from '../../../../test/items.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { mediaFiles } from '../../../../test/media.ts';
import { multipart } from '../../../../test/multipart.ts';
import { sendMailsAbout } from '../../../../test/outbox.ts';
import { releaseOwner } from '../../../../test/released.ts';
import { minutesAfter, wholeDaysAfter } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/database.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { recipients } from '../../people/recipients/recipients.table.ts';
import { holdRecipient } from '../../people/recipients/recipients.ts';
import { auditLog } from '../../system/audit/audit.table.ts';
import { physicalItems } from './physical-items.table.ts';
import { countPhysicalItems, handOverItems, passOnItems, takeBackItems } from './physical-items.ts';

const testApp = await startTestApp();
const { services, clock } = testApp;
const { db } = services;
const agnes = await createStaff(testApp, { firstName: 'Agnes', lastName: 'Lind' });
const url = '/api/admin/physical-items';
const load = async (id: string) => (await agnes.request({ url: `${url}/${id}` })).json<StaffItem>();
const listFor = async (owner: string) =>
  (await agnes.request({ url, query: { owner } })).json<StaffItemList>().items.map(({ id }) => id);
const receive = (id: string) => actOnItem(agnes, id, 'receive', { storageLocation: 'Shelf 14C' });

test('200: a picture of the moment stands in the chain; 404 for one of another item; 409 for what changed', async () => {
  const ruth = await createKeeper(testApp);
  const [one, other] = [await addItem(ruth), await addItem(ruth)];
  const form = multipart({ reason: 'As it came' }, await mediaFiles.photo.jpeg());
  const sent = await agnes.request({ method: 'POST', url: `${url}/${one.id}/photos`, ...form });
  const photoId = sent.json<{ id: string }>().id;
  const more = { storageLocation: 'Shelf 14C', photoId, sealNumber: 'S-1' };
  expect((await actOnItem(agnes, other.id, 'receive', more)).statusCode).toBe(404);
  const before = await load(one.id);
  expect((await actOnItem(agnes, one.id, 'receive', more)).statusCode).toBe(200);
  const seen = { ...before, recipientName: null, mailingAddress: null, isHeld: false };
  const payload = { ...more, reason: 'Again', seen };
  const stale = await agnes.request({ method: 'POST', url: `${url}/${one.id}/locate`, payload });
  expect([stale.statusCode, Object.keys(stale.json().fields)]).toEqual([409, ['storageLocation']]);
  const [mine] = (await ruth.request({ url: '/api/physical-items' }))
    .json<PhysicalItem[]>()
    .filter(({ id }) => id === one.id);
  expect(mine).toMatchObject({
    storageLocation: 'Shelf 14C',
    images: [],
    handovers: [{ sealNumber: 'S-1', byName: 'Agnes Lind' }],
  });
  const photo = await testApp.app.inject({ url: mine?.handovers[0]?.photoUrl ?? '', cookies: ruth.cookies });
  expect(photo.statusCode).toBe(200);
});

const path = '/api/physical-storage-requests';
const locket = { itemType: 'jewelry', itemDescription: 'A locket in a small box' };

function approve(staff: Person, id: string, status = 'pending') {
  return staff.request({
    method: 'POST',
    url: `/api/admin/physical-storage-requests/${id}/approve`,
    payload: {
      reason: 'A test',
      seen: { status, answer: null, adminNotes: null },
      answer: 'To 1 Quay Street',
    },
  });
}

test('with an address of the operator, an answer says that there is no other', async () => {
  const ITEMS_ADDRESS = 'Long After, 12 Quay Street, Portland';
  const withAddress = await startTestApp({ env: { ITEMS_ADDRESS } });
  const [ruth, staff] = [await createKeeper(withAddress), await createStaff(withAddress)];
  const { id } = (await ruth.request({ method: 'POST', url: path, payload: locket })).json<StorageRequest>();
  expect((await approve(staff, id)).statusCode).toBe(200);
  const [request] = (await ruth.request({ url: path })).json<StorageRequest[]>();
  expect(request?.answer).toBe(
    `Please send it to this address, and to no other, whatever anybody tells you:\n${ITEMS_ADDRESS}\n\nTo 1 Quay Street`,
  );
});

test('a request is answered, and settled when its item arrives', async () => {
  const ruth = await createKeeper(testApp);
  const { id: physicalItemId } = await addItem(ruth);
  const form = { ...locket, physicalItemId };
  const { id } = (await ruth.request({ method: 'POST', url: path, payload: form })).json<StorageRequest>();
  const answer = (status: string) => approve(agnes, id, status);
  expect((await answer('pending')).statusCode).toBe(200);
  expect((await answer('pending')).statusCode).toBe(409);
  const second = (await ruth.request({ method: 'POST', url: path, payload: form })).json<StorageRequest>();
  await ruth.request({ method: 'POST', url: `${path}/${second.id}/cancel` });
  await receive(physicalItemId);
  const [cancelled, request] = (await ruth.request({ url: path })).json<StorageRequest[]>();
  expect(cancelled).toMatchObject({ id: second.id, status: 'cancelled' });
  expect(request).toMatchObject({
    status: 'received',
    answer: 'To 1 Quay Street',
    storageLocation: 'Shelf 14C',
  });
  expect(JSON.stringify([cancelled, request]), 'security 32').not.toContain('adminNotes');
});

describe('an arrival that was recorded by mistake', () => {
  const undo = (staff: Person, id: string) => actOnItem(staff, id, 'undo-receive');

  test('200: the item and its request are awaited again, its owner is told, and the chain keeps both', async () => {
    const ruth = await createKeeper(testApp);
    const { id } = await addItem(ruth);
    const form = { ...locket, physicalItemId: id };
    const request = () => ruth.request({ method: 'POST', url: path, payload: form });
    const answered = (await request()).json<StorageRequest>();
    await approve(agnes, answered.id);
    const unanswered = (await request()).json<StorageRequest>();
    await receive(id);
    await sendMailsAbout(services, id);
    expect((await undo(agnes, id)).json<StaffItem>()).toMatchObject({
      ...{ status: 'stored', task: 'arrival', receivedDate: null, storageLocation: null, acts: ['receive'] },
      handovers: [{ step: 'received' }, { step: 'receipt_undone', byName: 'Agnes Lind' }],
    });
    const requests = (await ruth.request({ url: path })).json<StorageRequest[]>();
    expect(requests.map((each) => [each.id, each.status, each.receivedDate])).toEqual([
      [unanswered.id, 'pending', null],
      [answered.id, 'approved', null],
    ]);
    await sendMailsAbout(services, id);
    const subjects = (await mailTo(services, ruth.user.email)).map(({ subject }) => subject);
    expect(subjects.slice(0, 2)).toEqual(['Your item has not arrived yet', 'We have what you sent us']);
    const [entry] = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'physical-item.receipt-undone-by-staff'));
    expect(entry).toMatchObject({ actor: agnes.user.id, subjectId: id, reason: 'A test' });
    expect((await ruth.request({ method: 'DELETE', url: `/api/physical-items/${id}` })).statusCode).toBe(204);
  });

  test('200: what was to go back only because its account is being deleted does not any more', async () => {
    const ruth = await createKeeper(testApp);
    const { id } = await addItem(ruth);
    const isLeaving = { deletionRequestedAt: clock.now(), deletionAskedAt: clock.now() };
    await db.update(users).set(isLeaving).where(eq(users.id, ruth.user.id));
    await receive(id);
    expect(await load(id)).toMatchObject({ status: 'requested_return' });
    expect((await undo(agnes, id)).json<StaffItem>()).toMatchObject({ status: 'stored', returnFee: null });
  });

  test('409: by a colleague, once it was put elsewhere, and after an hour', async () => {
    const [ruth, bo] = [await createKeeper(testApp), await createStaff(testApp)];
    const [one, moved, old] = [await addItem(ruth), await addItem(ruth), await addItem(ruth)];
    for (const { id } of [one, moved, old]) await receive(id);
    await actOnItem(agnes, moved.id, 'locate', { storageLocation: 'Safe 2' });
    const longAgo = minutesAfter(clock.now(), -61);
    await db.update(physicalItems).set({ receivedDate: longAgo }).where(eq(physicalItems.id, old.id));
    const answers = [await undo(bo, one.id), await undo(agnes, moved.id), await undo(agnes, old.id)];
    for (const answer of answers)
      expect([answer.statusCode, answer.json().message]).toEqual([
        409,
        expect.stringContaining('for an hour'),
      ]);
    expect((await load(old.id)).acts).not.toContain('undo-receive');
    expect(await listFor(ruth.user.email), 'what was just received stays in view').toEqual([
      one.id,
      moved.id,
    ]);
    const both = await Promise.all([undo(agnes, one.id), undo(agnes, one.id)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });
});

test('a return waits for its owner until it is paid, and for us from then on', async () => {
  const ruth = await createKeeper(testApp);
  const { id } = await addItem(ruth);
  await receive(id);
  const payload = { reason: 'I miss it' };
  await ruth.request({ method: 'POST', url: `/api/physical-items/${id}/request-return`, payload });
  const waiting = async () => (await countPhysicalItems(services, { timezone: 'UTC' })).count;
  const before = await waiting();
  const longAgo = wholeDaysAfter(clock.now(), -6);
  await db.update(physicalItems).set({ returnRequestDate: longAgo }).where(eq(physicalItems.id, id));
  expect(await load(id)).toMatchObject({
    task: 'return',
    isLate: false,
    acts: ['waive-fee', 'locate', 'undo-receive'],
  });
  expect(await waiting(), 'unpaid').toBe(before);
  const payment = await ruth.request({
    method: 'POST',
    url: `/api/physical-items/${id}/return-fee/checkout`,
  });
  await press(testApp, await paymentAt(testApp, payment.json<{ url: string }>().url), 'pay');
  expect(await load(id)).toMatchObject({ isLate: false, acts: ['send-back', 'locate', 'undo-receive'] });
  expect(await waiting(), 'paid').toBe(before + 1);
  await db.update(physicalItems).set({ returnFeePaidAt: longAgo }).where(eq(physicalItems.id, id));
  expect(await load(id)).toMatchObject({ isLate: true });
  expect((await countPhysicalItems(services, { timezone: 'UTC' })).late).toBeGreaterThan(0);
});

test('an item goes back to the address that staff saw, is late once it has been on its way for three weeks, and its owner hears that we think they have it', async () => {
  const ruth = await createKeeper(testApp, { address: '1 Quay Street' });
  const { id } = await addItem(ruth);
  await receive(id);
  const payload = { reason: 'I miss it' };
  await ruth.request({ method: 'POST', url: `/api/physical-items/${id}/request-return`, payload });
  await actOnItem(agnes, id, 'waive-fee');
  const seen = seenOf(await load(id));
  await ruth.request({ method: 'PATCH', url: '/api/user/profile', payload: { address: '2 Hill Road' } });
  const stale = { reason: 'A test', seen };
  const refused = await agnes.request({ method: 'POST', url: `${url}/${id}/send-back`, payload: stale });
  expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([409, ['mailingAddress']]);

  expect((await actOnItem(agnes, id, 'send-back')).statusCode).toBe(200);
  const gone = await ruth.request({ method: 'DELETE', url: `/api/physical-items/${id}` });
  expect([gone.statusCode, gone.json().message]).toEqual([409, expect.stringContaining('is on its way')]);
  const deletion = { password: goodPassword, confirmation: 'DELETE' };
  const leaving = await ruth.request({ method: 'POST', url: '/api/user/deletion', payload: deletion });
  expect([leaving.statusCode, leaving.json().message]).toEqual([
    409,
    expect.stringContaining('What we have sent is still on its way: “My mother’s locket”.'),
  ]);
  const late = async () => (await countPhysicalItems(services, { timezone: 'UTC' })).late;
  const before = await late();
  expect((await load(id)).isLate).toBe(false);
  const updatedAt = wholeDaysAfter(clock.now(), -21);
  await db.update(physicalItems).set({ updatedAt }).where(eq(physicalItems.id, id));
  expect([await late(), (await load(id)).isLate]).toEqual([before + 1, true]);

  expect((await actOnItem(agnes, id, 'arrive', { to: 'Ruth Alvarez' })).statusCode).toBe(200);
  await sendMailsAbout(services, id);
  const [arrived] = await mailTo(services, ruth.user.email);
  expect(arrived).toMatchObject({
    subject: 'Your item has arrived',
    text: expect.stringContaining('If you do not have it'),
  });
});

describe('after a release', () => {
  async function left(fields: Record<string, unknown> = {}) {
    const ruth = await createKeeper(testApp);
    const maya = await createRecipient(ruth, { mailingAddress: '1 Quay Street', trustedContact: true });
    const item = await addItem(ruth, {
      recipientId: maya.id,
      personalMessage: 'Wear it to dances',
      ...fields,
    });
    await receive(item.id);
    return { ruth, maya, id: item.id };
  }

  test('an item is handed over to its recipient, at the address in the address book', async () => {
    const { ruth, id } = await left();
    expect(await load(id)).toMatchObject({ task: 'rest', personalMessage: null });
    expect((await actOnItem(agnes, id, 'hand-over')).statusCode, 'before it').toBe(409);
    await releaseOwner(testApp, ruth);
    const { items } = (await agnes.request({ url, query: { task: 'hand-over' } })).json<StaffItemList>();
    expect(items.find((each) => each.id === id)).toMatchObject({
      recipient: { name: 'Maya Alvarez', mailingAddress: '1 Quay Street' },
      personalMessage: 'Wear it to dances',
      owner: { hasDied: true },
    });
    expect((await actOnItem(agnes, id, 'hand-over', { trackingNumber: 'T-1' })).statusCode).toBe(200);
    await actOnItem(agnes, id, 'arrive', { to: 'Maya Alvarez' });
    expect(await load(id)).toMatchObject({ status: 'delivered', task: 'rest', acts: [] });
  });

  test('whoever it is sent to hears that it left us, and that we think they have it; its owner does not', async () => {
    const { ruth, maya, id } = await left();
    await releaseOwner(testApp, ruth);
    await actOnItem(agnes, id, 'hand-over', { trackingNumber: 'T-1' });
    await sendMailsAbout(services, id);
    const [sent] = await mailTo(services, maya.email ?? '');
    expect(sent).toMatchObject({
      subject: 'Something is on its way to you',
      text: expect.stringContaining('The tracking number is T-1.'),
    });
    await actOnItem(agnes, id, 'arrive', { to: 'Maya Alvarez' });
    await sendMailsAbout(services, id);
    const [arrived] = await mailTo(services, maya.email ?? '');
    expect(arrived).toMatchObject({
      subject: 'What we sent to you has arrived',
      text: expect.stringContaining('If you do not have it'),
    });
    expect(await mailTo(services, ruth.user.email)).toEqual([]);
  });

  test.each(['heldSince', 'declinedAt', 'disownedAt'] as const)(
    'nobody is written to with %s',
    async (column) => {
      const { ruth, maya, id } = await left();
      await releaseOwner(testApp, ruth);
      await actOnItem(agnes, id, 'hand-over');
      await db
        .update(recipients)
        .set({ [column]: clock.now() })
        .where(eq(recipients.id, maya.id));
      expect((await actOnItem(agnes, id, 'arrive', { to: 'Maya Alvarez' })).statusCode).toBe(200);
      await sendMailsAbout(services, id);
      expect(await mailTo(services, maya.email ?? '')).toEqual([]);
    },
  );

  test('409 while its recipient is held; passed on where they have died, or before staff with the contacts', async () => {
    const { ruth, maya, id } = await left();
    await releaseOwner(testApp, ruth);
    await inTransaction(db, (tx) => holdRecipient(tx, maya.id, clock.now()));
    expect((await load(id)).acts).not.toContain('hand-over');
    expect((await actOnItem(agnes, id, 'hand-over')).statusCode).toBe(409);
    const passing = { actor: agnes.user.id, userId: ruth.user.id, from: maya.id, to: null };
    await inTransaction(db, (tx) => passOnItems(tx, services, passing));
    expect(await load(id)).toMatchObject({ recipient: null, trustedContacts: [{ name: 'Maya Alvarez' }] });
    expect((await actOnItem(agnes, id, 'hand-over')).statusCode, 'to nobody').toBe(400);
    expect((await actOnItem(agnes, id, 'hand-over', { to: 'Tom Alvarez' })).statusCode).toBe(200);
  });

  test('409 while nothing goes to a recipient because somebody else changed their address', async () => {
    const { ruth, maya, id } = await left();
    await releaseOwner(testApp, ruth);
    const addressWaitsUntil = minutesAfter(clock.now(), 60);
    await db.update(recipients).set({ addressWaitsUntil }).where(eq(recipients.id, maya.id));
    const shown = await load(id);
    expect(shown.acts).not.toContain('hand-over');
    expect(shown.recipient?.waitsUntil).toBe(addressWaitsUntil.toISOString());
    const early = await actOnItem(agnes, id, 'hand-over');
    expect([early.statusCode, early.json().message]).toEqual([
      409,
      expect.stringContaining('nothing is handed over before'),
    ]);
    await db.update(recipients).set({ addressWaitsUntil: clock.now() }).where(eq(recipients.id, maya.id));
    expect(await load(id)).toMatchObject({
      acts: expect.arrayContaining(['hand-over']),
      recipient: { waitsUntil: null },
    });
    expect((await actOnItem(agnes, id, 'hand-over')).statusCode).toBe(200);
  });

  test('what is on its way to somebody stays theirs when they are found to have died', async () => {
    const { ruth, maya, id } = await left();
    await releaseOwner(testApp, ruth);
    await actOnItem(agnes, id, 'hand-over');
    const passing = { actor: agnes.user.id, userId: ruth.user.id, from: maya.id, to: null };
    await inTransaction(db, (tx) => passOnItems(tx, services, passing));
    expect(await load(id)).toMatchObject({ recipient: { name: 'Maya Alvarez' } });
  });

  test('F33: a revoked release takes the task back, but for what has left', async () => {
    const [kept, gone, had] = [await left(), await left(), await left()];
    for (const { ruth, id } of [kept, gone, had]) {
      await inTransaction(db, (tx) => handOverItems(tx, services, ruth.user.id, clock.now()));
      if (id !== kept.id) await actOnItem(agnes, id, 'hand-over');
      if (id === had.id) await actOnItem(agnes, id, 'arrive', { to: 'Maya Alvarez' });
      await inTransaction(db, (tx) => takeBackItems(tx, services, ruth.user.id, agnes.user.id));
    }
    expect(await load(kept.id)).toMatchObject({ status: 'stored', task: 'rest', handOverSince: null });
    expect(await load(gone.id)).toMatchObject({ status: 'in_transit' });
    expect(await load(had.id)).toMatchObject({ status: 'delivered', handOverSince: expect.any(String) });
    await actOnItem(agnes, gone.id, 'come-back', { storageLocation: 'Shelf 2' });
    expect((await actOnItem(agnes, gone.id, 'hand-over')).statusCode, 'not again').toBe(409);
  });

  test('a return that is on its way goes on', async () => {
    const { ruth, id } = await left();
    const ask = { method: 'POST', url: `/api/physical-items/${id}/request-return` } as const;
    await ruth.request({ ...ask, payload: { reason: 'I miss it' } });
    await actOnItem(agnes, id, 'waive-fee');
    await actOnItem(agnes, id, 'send-back');
    await actOnItem(agnes, id, 'come-back', { storageLocation: 'Shelf 2' });
    expect(await load(id), 'it is still asked back').toMatchObject({
      status: 'requested_return',
      returnFee: 0,
    });
    await actOnItem(agnes, id, 'send-back');
    await releaseOwner(testApp, ruth);
    expect(await load(id)).toMatchObject({ status: 'in_transit', task: 'in-transit', returnFee: 0 });
  });

  test('what is on its way to an owner who has died is passed on, and goes to the substitute if it comes back', async () => {
    const { ruth, maya, id } = await left();
    const leo = await createRecipient(ruth, { firstName: 'Leo', mailingAddress: '4 Quay Street' });
    const ask = { method: 'POST', url: `/api/physical-items/${id}/request-return` } as const;
    await ruth.request({ ...ask, payload: { reason: 'I miss it' } });
    for (const act of ['waive-fee', 'send-back']) await actOnItem(agnes, id, act);
    await releaseOwner(testApp, ruth);
    const passing = { actor: agnes.user.id, userId: ruth.user.id, from: maya.id, to: leo.id };
    await inTransaction(db, (tx) => passOnItems(tx, services, passing));
    await actOnItem(agnes, id, 'come-back', { storageLocation: 'Shelf 2' });
    expect(await load(id)).toMatchObject({ task: 'hand-over', recipient: { name: 'Leo Alvarez' } });
  });

  test('a return that has not begun is called off', async () => {
    const { ruth, id } = await left();
    const ask = { method: 'POST', url: `/api/physical-items/${id}/request-return` } as const;
    await ruth.request({ ...ask, payload: { reason: 'I miss it' } });
    await releaseOwner(testApp, ruth);
    expect(await load(id)).toMatchObject({ status: 'stored', task: 'hand-over', returnFee: null });
  });
});
