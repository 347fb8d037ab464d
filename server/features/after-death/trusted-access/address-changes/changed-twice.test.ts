import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  changesOfPerson,
  correctAddress,
  decide,
  noticeTokenOf,
  press,
  releasedToNora,
} from '../../../../../test/address-changes.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { createStaff } from '../../../../../test/factories.ts';
import { lettersTo } from '../../../../../test/mailbox.ts';
import { deliverDue } from '../../../../../test/released.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { findHoldDifferences } from '../people.ts';

// A trusted contact changes where somebody is reached, and then once more.

const testApp = await startTestApp({ clock: createTestClock('2031-03-06T15:42:00Z') });
const { services, clock } = testApp;
const { db } = services;
const hours = 3600;
const [thief, otherThief] = ['thief@example.org', 'thief.too@example.org'];

const entryOf = async (id: string) =>
  requireFound((await db.select().from(recipients).where(eq(recipients.id, id)))[0]);

/** After a release, with a letter to Nora that is due; she was told twice, at her own address, that she is reached elsewhere. */
async function changedTwice() {
  const scene = await releasedToNora(testApp);
  const { email } = scene;
  const { id } = scene.nora;
  await correctAddress(testApp, scene, id, { email: thief });
  clock.advance(60);
  await correctAddress(testApp, scene, id, { email: otherThief });
  const changes = await changesOfPerson(testApp, id);
  const [second = '', first = ''] = changes.map((change) => change.id);
  return { email, id, first, second };
}

async function putBack(changeId: string): Promise<void> {
  const answer = await decide(await createStaff(testApp), changeId, 'settle', { outcome: 'put-back' });
  expect(answer.json().state).toBe('put_back');
}

test.each(['first', 'second'] as const)(
  'whoever says that the %s is wrong says so of both: the other does not count as soon as that one is gone',
  async (pressed) => {
    const { email, id, ...changes } = await changedTwice();
    await press(testApp, await noticeTokenOf(testApp, changes[pressed], email), 'wrong');
    await putBack(changes[pressed]);
    clock.advance(72 * hours);
    await deliverDue(testApp);
    const toThieves = (await lettersTo(services, thief)) + (await lettersTo(services, otherThief));
    expect([toThieves, (await entryOf(id)).heldSince]).toEqual([0, expect.any(Date)]);
    await putBack(changes[pressed === 'first' ? 'second' : 'first']);
    await deliverDue(testApp);
    expect([await lettersTo(services, email), await findHoldDifferences(db)]).toEqual([1, []]);
  },
);

test('and takes both back at once', async () => {
  const { email, id, second } = await changedTwice();
  const token = await noticeTokenOf(testApp, second, email);
  await press(testApp, token, 'wrong');
  await press(testApp, token, 'right');
  expect([(await entryOf(id)).heldSince, await findHoldDifferences(db)]).toEqual([null, []]);
});

test.each([
  ['first', ({ first, second }: Record<'first' | 'second', string>) => [first, second]],
  ['second', ({ first, second }: Record<'first' | 'second', string>) => [second, first]],
])(
  'both are wrong: her own address counts again, also if staff settle the %s before the other',
  async (_, inOrder) => {
    const { email, id, ...changes } = await changedTwice();
    await press(testApp, await noticeTokenOf(testApp, changes.second, email), 'wrong');
    for (const changeId of inOrder(changes)) await putBack(changeId);
    expect(await entryOf(id)).toMatchObject({ email, addressWaitsUntil: null, heldSince: null });
    await deliverDue(testApp);
    expect(await lettersTo(services, email)).toBe(1);
  },
);
