import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { ReceivedCover } from '../../../../../shared/delivery/received.ts';
import type { MemoryReply } from '../../../../../shared/delivery/received-acts.ts';
import type { GivenChoice } from '../../../../../shared/given-choice.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { openBrowser } from '../../../../../test/recipient-browser.ts';
import { deliveriesOf, startDelivery } from '../../../../../test/started-delivery.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { eraseAccount } from '../../../data-rights/account-data/account-deletion/erase-account.ts';
import { deliveryToken } from '../../deliveries/message/message.ts';
import { findDifferences } from '../../deliveries/reconcile.ts';
import { deliverBatch } from '../../deliveries/send/deliver-batch.ts';
import { receivedReplies } from '../received.table.ts';
import { listRepliesOf } from './replies.ts';

// What becomes of recipients' replies when what they are about, or the account, is deleted.

const clock = createTestClock('2031-05-04T12:00:00Z');
const testApp = await startTestApp({ clock });
const { app, services } = testApp;
const { db } = services;

/** Maya wrote to the owner; Leo kept his words to himself. */
async function answered() {
  const started = await startDelivery(testApp, { people: [{}, { firstName: 'Leo' }] });
  const ids = (await deliveriesOf(testApp, started)).map(({ id }) => id);
  await deliverBatch(services, ids);
  const [maya, leo] = await Promise.all([
    write(ids[0], { text: 'It needs lemon' }),
    write(ids[1], { text: 'For me', private: true }),
  ]);
  const { owner, memoryId } = started;
  const readByOwner = async () =>
    (await owner.request({ url: `/api/memories/${memoryId}/replies` })).json<MemoryReply[]>();
  return { owner, memoryId, ids, maya, leo, readByOwner };
}

async function write(deliveryId: string | undefined, words: { text: string; private?: boolean }) {
  const id = requireFound(deliveryId);
  const token = deliveryToken(services, id);
  const browser = openBrowser(app);
  await browser.open(token);
  const act = (path: string, payload?: object) => browser.act(token, path, payload);
  const written = await act('reply', { id, ...words });
  expect(written.statusCode).toBe(200);
  const page = () => browser.get(`/api/received/${token}`);
  const reply = async () => (await page()).json<ReceivedCover>().opened[0]?.reply;
  return { id, act, undo: (path: string) => browser.undo(token, path), page, reply };
}

const stored = async (ids: string[]) => {
  const rows = await db.select().from(receivedReplies);
  return rows
    .filter(({ deliveryId }) => ids.includes(deliveryId))
    .map(({ text }) => text)
    .toSorted();
};

describe('a memory is deleted', () => {
  const remove = ({ owner, memoryId }: Awaited<ReturnType<typeof answered>>, received: GivenChoice) =>
    owner.request({ method: 'DELETE', url: `/api/memories/${memoryId}?received=${received}` });

  test('and stays with those who have it: so do their words, and they can still change them or take them back', async () => {
    const all = await answered();
    const { owner, maya, leo } = all;
    expect(await all.readByOwner()).toMatchObject([{ text: 'It needs lemon' }]);
    expect((await remove(all, 'keep')).statusCode).toBe(204);
    expect(await maya.reply()).toMatchObject({ text: 'It needs lemon', readBy: 'owner' });
    expect(await leo.reply()).toMatchObject({ text: 'For me', readBy: 'nobody' });
    // The owner no longer has a page on which to read them, but finds them in the export.
    expect(await listRepliesOf(db, owner.user.id)).toMatchObject([
      { memoryId: null, text: 'It needs lemon' },
    ]);
    expect((await maya.page()).json<ReceivedCover>().opened[0]).toMatchObject({ ownerHasIt: false });
    await maya.act('reply', { id: maya.id, text: 'And salt' });
    const changed = { text: 'And salt', readBy: 'nobody', changedAt: expect.any(String) };
    expect(await maya.reply()).toMatchObject(changed);
    expect((await leo.undo(`reply/${leo.id}`)).statusCode).toBe(200);
    expect(await stored(all.ids)).toEqual(['And salt']);
  });

  test('and taken back from them: what they wrote is not', async () => {
    const all = await answered();
    expect((await remove(all, 'withdraw')).statusCode).toBe(204);
    expect(await stored(all.ids)).toEqual(['For me', 'It needs lemon']);
    expect(await all.maya.reply()).toMatchObject({ text: 'It needs lemon' });
    expect((await all.maya.undo(`reply/${all.maya.id}`)).statusCode).toBe(200);
    expect(await stored(all.ids)).toEqual(['For me']);
  });
});

describe('the account is erased', () => {
  async function erase(all: Awaited<ReturnType<typeof answered>>, received: GivenChoice): Promise<void> {
    const asked = { deletionRequestedAt: clock.now(), deletionReceived: received };
    await db.update(users).set(asked).where(eq(users.id, all.owner.user.id));
    clock.advance(14 * 86_400 + 600);
    await eraseAccount(services, all.owner.user.id);
  }

  test('and what was given stays: so does what each of them wrote, for them alone, and nothing can be done there any more', async () => {
    const all = await answered();
    await erase(all, 'keep');
    expect(await stored(all.ids)).toEqual(['For me', 'It needs lemon']);
    expect(await all.maya.reply()).toMatchObject({ text: 'It needs lemon' });
    expect(await all.leo.reply()).toMatchObject({ text: 'For me' });
    expect(await listRepliesOf(db, all.owner.user.id)).toEqual([]);
    const changed = await all.maya.act('reply', { id: all.maya.id, text: 'Not any more' });
    expect(changed.statusCode).toBe(409);
    expect((await all.leo.undo(`reply/${all.leo.id}`)).statusCode).toBe(409);
    expect(await stored(all.ids)).toEqual(['For me', 'It needs lemon']);
    expect(await findDifferences(db, clock.now())).toEqual([]);
  });

  test('and what was given is taken back: no word is left', async () => {
    const [all, others] = [await answered(), await answered()];
    await erase(all, 'withdraw');
    expect(await stored(all.ids)).toEqual([]);
    expect((await all.maya.page()).statusCode).toBe(404);
    expect(await stored(others.ids)).toEqual(['For me', 'It needs lemon']);
  });
});
