import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { PhysicalItem } from '../../../../shared/keepsakes/physical-items.ts';
import type { StaffItem, StaffItemList } from '../../../../shared/keepsakes/staff-items.ts';
import { startTestApp } from '../../../../test/app.ts';
import { paymentAt, press } from '../../../../test/checkout.ts';
import { createRecipient, createStaff, type Person } from '../../../../test/factories.ts';
import { actOnItem, addItem, createKeeper, seenOf } from '../../../../test/items.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { sendMailsAbout } from '../../../../test/outbox.ts';
import { releaseOwner } from '../../../../test/released.ts';
import { wholeDaysAfter } from '../../../platform/clock.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { checkoutSessions } from '../../billing/payments/checkout-sessions/checkout-sessions.table.ts';
import { refunds } from '../../billing/payments/refunds/refunds.table.ts';
import { auditLog } from '../../system/audit/audit.table.ts';
import { physicalItems } from './physical-items.table.ts';
import { countKeptItems, countPhysicalItems } from './physical-items.ts';

const testApp = await startTestApp();
const { services, clock } = testApp;
const { db } = services;
const agnes = await createStaff(testApp, { firstName: 'Agnes', lastName: 'Lind' });
const bo = await createStaff(testApp, { firstName: 'Bo', lastName: 'Sand' });
const url = '/api/admin/physical-items';
const load = async (id: string, by = agnes) => (await by.request({ url: `${url}/${id}` })).json<StaffItem>();
const report = (id: string, by = agnes) =>
  actOnItem(by, id, 'report-lost', { reason: 'The carrier says so' });
const confirm = (id: string, by = bo) => actOnItem(by, id, 'confirm-lost');
const ownItem = async (ruth: Person, id: string) =>
  (await ruth.request({ url: '/api/physical-items' })).json<PhysicalItem[]>().find((each) => each.id === id);

async function subjectsTo(address: string, id: string): Promise<(string | null)[]> {
  await sendMailsAbout(services, id);
  return (await mailTo(services, address)).map(({ subject }) => subject);
}

/** On its way back to its owner, who has paid for that. */
async function sentBack() {
  const ruth = await createKeeper(testApp);
  const { id } = await addItem(ruth);
  await actOnItem(agnes, id, 'receive', { storageLocation: 'Shelf 14C' });
  const item = `/api/physical-items/${id}`;
  await ruth.request({ method: 'POST', url: `${item}/request-return`, payload: { reason: 'I miss it' } });
  const payment = await ruth.request({ method: 'POST', url: `${item}/return-fee/checkout` });
  await press(testApp, await paymentAt(testApp, payment.json<{ url: string }>().url), 'pay');
  expect((await actOnItem(agnes, id, 'send-back', { trackingNumber: 'T-1' })).statusCode).toBe(200);
  return { ruth, id };
}

const refundsOf = (id: string) =>
  db
    .select({ cause: refunds.cause, amount: refunds.amount })
    .from(refunds)
    .innerJoin(checkoutSessions, eq(checkoutSessions.id, refunds.checkoutSessionId))
    .where(eq(checkoutSessions.subjectId, id));

describe('an item that is lost on its way back', () => {
  test('200: two of staff say so; its owner is told, the return is refunded, and no place is taken', async () => {
    const { ruth, id } = await sentBack();
    const kept = await countKeptItems(db);
    expect((await load(id)).acts).toEqual(['arrive', 'come-back', 'report-lost']);
    expect((await report(id)).json<StaffItem>()).toMatchObject({
      ...{ status: 'in_transit', lostAt: null, acts: ['arrive', 'come-back', 'not-lost'] },
      lostReport: { byName: 'Agnes Lind', reason: 'The carrier says so' },
    });
    expect(await ownItem(ruth, id), 'nobody is told by one alone').toMatchObject({
      lostAt: null,
      handovers: [{ step: 'received' }, { step: 'sent_back' }],
    });
    expect([await refundsOf(id), await subjectsTo(ruth.user.email, id)]).toEqual([
      [],
      expect.not.arrayContaining(['Your item was lost on its way']),
    ]);

    expect((await load(id, bo)).acts[0]).toBe('confirm-lost');
    expect((await confirm(id)).json<StaffItem>()).toMatchObject({
      ...{ lostAt: expect.any(String), returnFee: 0, isLate: false },
      acts: ['arrive', 'come-back', 'not-lost'],
    });
    expect(await refundsOf(id)).toEqual([{ cause: 'return-lost', amount: 25 }]);
    expect(await subjectsTo(ruth.user.email, id)).toContain('Your item was lost on its way');
    expect(await ownItem(ruth, id)).toMatchObject({
      lostAt: expect.any(String),
      handovers: [{}, {}, { step: 'lost', byName: 'Bo Sand', to: expect.stringContaining('Alvarez') }],
    });
    expect(await countKeptItems(db)).toBe(kept - 1);
    const { items } = (await agnes.request({ url, query: { owner: ruth.user.email } })).json<StaffItemList>();
    expect(items, 'nothing is left to be done').toEqual([]);
    const [entry] = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.action, 'physical-item.confirmed-lost-by-staff'), eq(auditLog.subjectId, id)));
    expect(entry).toMatchObject({
      actor: bo.user.id,
      before: { loss: 'reported' },
      after: { loss: 'confirmed' },
    });
  });

  test('409: the same person twice, somebody who just became staff, twice, and for what has not been sent', async () => {
    const { ruth, id } = await sentBack();
    expect((await confirm(id)).statusCode, 'before anybody said so').toBe(409);
    const fresh = await createStaff(testApp, { firstName: 'Cleo' });
    await db.update(users).set({ staffSince: clock.now() }).where(eq(users.id, fresh.user.id));
    expect((await report(id, fresh)).statusCode).toBe(409);
    await report(id);
    const alone = await confirm(id, agnes);
    expect([alone.statusCode, alone.json().message]).toEqual([409, expect.stringContaining('A colleague')]);
    expect((await confirm(id, fresh)).statusCode).toBe(409);
    const both = await Promise.all([confirm(id), confirm(id)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect((await refundsOf(id)).length).toBe(1);
    const here = await addItem(ruth);
    expect((await report(here.id)).statusCode, 'it was never with us').toBe(409);
  });

  test('409: a colleague confirms only what they have read', async () => {
    const { id } = await sentBack();
    await report(id);
    const seen = seenOf(await load(id, bo));
    await actOnItem(bo, id, 'not-lost');
    await actOnItem(agnes, id, 'report-lost', { reason: 'Ruth says so' });
    const payload = { reason: 'Yes', seen };
    const stale = await bo.request({ method: 'POST', url: `${url}/${id}/confirm-lost`, payload });
    expect([stale.statusCode, Object.keys(stale.json().fields)]).toEqual([409, ['lostReason']]);
  });

  test('it waits for a colleague, as late as it was before', async () => {
    const { id } = await sentBack();
    const counts = async () => {
      const { count, late } = await countPhysicalItems(services, { timezone: 'UTC' });
      return { count, late };
    };
    const before = await counts();
    await report(id);
    expect(await counts()).toEqual({ ...before, count: before.count + 1 });
    await actOnItem(agnes, id, 'not-lost');
    const updatedAt = wholeDaysAfter(clock.now(), -22);
    await db.update(physicalItems).set({ updatedAt }).where(eq(physicalItems.id, id));
    for (const act of ['report-lost', 'not-lost', 'report-lost']) await actOnItem(agnes, id, act);
    expect([await counts(), (await load(id)).isLate]).toEqual([
      { count: before.count + 1, late: before.late + 1 },
      true,
    ]);
    await confirm(id);
    expect(await counts()).toEqual(before);
  });

  test('it comes back: its owner is told, and it is sent again without a fee', async () => {
    const { ruth, id } = await sentBack();
    await report(id);
    await confirm(id);
    await subjectsTo(ruth.user.email, id);
    expect((await actOnItem(agnes, id, 'come-back', { storageLocation: 'Shelf 2' })).json()).toMatchObject({
      ...{ status: 'requested_return', lostAt: null, lostReport: null, isFeeSettled: true },
    });
    expect((await subjectsTo(ruth.user.email, id))[0]).toBe('Your item was found');
    expect((await actOnItem(agnes, id, 'send-back')).statusCode).toBe(200);
    await actOnItem(agnes, id, 'arrive', { to: 'Ruth Alvarez' });
    expect(await load(id)).toMatchObject({ status: 'returned', acts: [] });
  });

  test('a mistake is taken back by anybody of staff, and what was told with it', async () => {
    const { ruth, id } = await sentBack();
    await report(id);
    await confirm(id);
    await subjectsTo(ruth.user.email, id);
    expect((await actOnItem(agnes, id, 'not-lost')).json()).toMatchObject({
      lostAt: null,
      task: 'in-transit',
    });
    expect((await subjectsTo(ruth.user.email, id))[0]).toBe('Your item was found');
    expect((await ownItem(ruth, id))?.handovers.at(-1)).toMatchObject({ step: 'not_lost' });
  });

  test('204: its owner takes it off the list, and nothing keeps the account', async () => {
    const { ruth, id } = await sentBack();
    const remove = () => ruth.request({ method: 'DELETE', url: `/api/physical-items/${id}` });
    await report(id);
    expect((await remove()).statusCode).toBe(409);
    await confirm(id);
    expect((await remove()).statusCode).toBe(204);
  });
});

describe('after a release', () => {
  async function handedOver() {
    const ruth = await createKeeper(testApp);
    const maya = await createRecipient(ruth, { mailingAddress: '1 Quay Street' });
    const { id } = await addItem(ruth, { recipientId: maya.id });
    await actOnItem(agnes, id, 'receive', { storageLocation: 'Shelf 14C' });
    return { ruth, maya, id };
  }

  test('whoever should have had it is told, and its owner is not written to', async () => {
    const { ruth, maya, id } = await handedOver();
    await releaseOwner(testApp, ruth);
    await actOnItem(agnes, id, 'hand-over', { trackingNumber: 'T-2' });
    await report(id);
    await confirm(id);
    expect(await subjectsTo(maya.email ?? '', id)).toEqual(['About something that we sent to you']);
    const [mail] = await mailTo(services, maya.email ?? '');
    expect(mail?.text).toContain('lost on its way');
    expect(await subjectsTo(ruth.user.email, id)).not.toContain('Your item was lost on its way');
    await actOnItem(agnes, id, 'come-back', { storageLocation: 'Shelf 2' });
    expect((await subjectsTo(maya.email ?? '', id))[0]).toBe('What we sent to you was found');
    expect(await load(id)).toMatchObject({ task: 'hand-over' });
  });

  test('what was lost on its way to an owner who died then goes to its recipient if it is found', async () => {
    const { ruth, id } = await handedOver();
    const ask = { method: 'POST', url: `/api/physical-items/${id}/request-return` } as const;
    await ruth.request({ ...ask, payload: { reason: 'I miss it' } });
    for (const act of ['waive-fee', 'send-back']) await actOnItem(agnes, id, act);
    await report(id);
    await confirm(id);
    await releaseOwner(testApp, ruth);
    await actOnItem(agnes, id, 'come-back', { storageLocation: 'Shelf 2' });
    expect(await load(id)).toMatchObject({ task: 'hand-over', recipient: { name: 'Maya Alvarez' } });
  });
});
