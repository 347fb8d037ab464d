import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MemoryReach } from '../../../../../shared/memories/memory-reach.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { drawnPhoto, givenDeliveries } from '../../../../../test/given-deliveries.ts';
import { untilItWaits } from '../../../../../test/row-locks.ts';
import { claimFor, deliveriesOf, type Started, startDelivery } from '../../../../../test/started-delivery.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { memories, memoryVersions } from '../../../memories/memories/memories.table.ts';
import { lockMemory, storedKeys } from '../../../memories/memories/memories.ts';
import { deliveryQueue, schedules } from '../deliveries.table.ts';
import { claimDeliveries } from '../send/claim.ts';
import { deliverBatch } from '../send/deliver-batch.ts';
import type { Outcome } from '../send/outcome.ts';
import { recordOutcomes } from '../send/record-outcomes.ts';
import { sendDelivery } from '../send/send-delivery.ts';
import { startDueSchedules } from '../start/start.ts';
import { eraseUnusedVersions, keepGiven } from './given.ts';

const clock = createTestClock('2030-05-04T12:00:00Z');
const testApp = await startTestApp({ clock });
const { services } = testApp;
const { db, storage } = services;

const { idOf, attempt, open, schedule, expectReconciled, eraseWhatNobodyUses } = givenDeliveries(testApp);

const early = await drawnPhoto(320);

const given = { title: 'For your thirtieth', content: 'Dear Maya, here is my toast.', personalMessage: null };
const edited = { title: 'Second thoughts', content: 'Dear Maya, no toast.', personalMessage: 'I mean it' };

const deferred: Outcome = { kind: 'later', unknown: false, message: '451 later' };
const refused: Outcome = { kind: 'waiting', reason: 'bad_address', message: '550 no such person' };
const silence: Outcome = { kind: 'later', unknown: true, message: 'the connection ended' };

async function edit({ owner, memoryId }: Started, payload: object = edited): Promise<void> {
  const answer = await owner.request({ method: 'PATCH', url: `/api/memories/${memoryId}`, payload });
  expect(answer.statusCode).toBe(200);
}

describe('what was given stays given: a memory edited', () => {
  test.each<[string, (started: Started) => Promise<unknown>]>([
    ['after its delivery', (started) => attempt(started)],
    [
      'after it was opened',
      async (started) => {
        await attempt(started);
        await open(started);
      },
    ],
    ['after a mail that was not answered', (started) => attempt(started, silence)],
    [
      'after its worker died',
      async (started) => {
        await claimFor(testApp, started);
        clock.advance(31);
      },
    ],
  ])('%s: the recipient keeps what they were sent, also in the mails that follow', async (_when, act) => {
    const started = await startDelivery(testApp);
    await act(started);
    await edit(started);
    await edit(started, { content: 'Third thoughts' });
    const [row] = await deliveriesOf(testApp, started);
    if (row?.status !== 'delivered') await attempt(started);
    const [version, ...others] = await db
      .select()
      .from(memoryVersions)
      .where(eq(memoryVersions.memoryId, started.memoryId));
    expect([version, others]).toMatchObject([given, []]);
    await db
      .update(deliveryQueue)
      .set({ openedAt: null })
      .where(eq(deliveryQueue.id, row?.id ?? ''));
    expect((await open(started)).shown).toMatchObject({ ...given, underReview: false, withdrawn: false });
    await expectReconciled();
  });

  test.each<[string, (started: Started) => Promise<unknown>]>([
    ['before the first attempt', async () => undefined],
    ['after a mail that was put off', (started) => attempt(started, deferred)],
    ['after a mail that was refused', (started) => attempt(started, refused)],
  ])('%s: the recipient gets the new version', async (_when, act) => {
    const started = await startDelivery(testApp);
    await act(started);
    await edit(started);
    await db
      .update(deliveryQueue)
      .set({ status: 'pending', waitingReason: null, sweepAt: clock.now() })
      .where(eq(deliveryQueue.scheduleId, started.scheduleId));
    await attempt(started);
    expect((await open(started)).shown).toMatchObject(edited);
    expect(await db.$count(memoryVersions, eq(memoryVersions.memoryId, started.memoryId))).toBe(0);
  });

  test.each([
    ['and arrives', undefined, given],
    ['and is not answered', silence, given],
    ['and is put off: the next mail brings the new version', deferred, edited],
  ])('while its mail is being sent, %s', async (_what, outcome, expected) => {
    const started = await startDelivery(testApp);
    const delivery = await claimFor(testApp, started);
    await edit(started);
    await recordOutcomes(services, [
      { delivery, outcome: outcome ?? (await sendDelivery(services, delivery)) },
    ]);
    if (outcome === deferred) await attempt(started);
    expect((await open(started)).shown).toMatchObject(expected);
    await eraseUnusedVersions(services);
    const versions = await db.$count(memoryVersions, eq(memoryVersions.memoryId, started.memoryId));
    expect(versions).toBe(expected === given ? 1 : 0);
  });

  test('while it is held: it is shown to nobody, and nothing is kept', async () => {
    const started = await startDelivery(testApp);
    await attempt(started);
    const hold = () =>
      db.update(memories).set({ isApproved: false }).where(eq(memories.id, started.memoryId));
    await hold();
    await edit(started);
    await hold();
    expect(await db.$count(memoryVersions, eq(memoryVersions.memoryId, started.memoryId))).toBe(0);
    const url = `/api/memories/${started.memoryId}?received=keep`;
    expect((await started.owner.request({ method: 'DELETE', url })).statusCode).toBe(204);
    expect((await open(started)).shown).toMatchObject({ content: null, withdrawn: true });
  });

  test('another recipient field only: nobody sees that, and nothing is kept', async () => {
    const started = await startDelivery(testApp);
    await attempt(started);
    await edit(started, { recipient: 'Ben', title: given.title });
    expect(await db.$count(memoryVersions, eq(memoryVersions.memoryId, started.memoryId))).toBe(0);
  });
});

describe('an edit and a claim at the same moment', () => {
  test('a claim waits for an edit that is being written, and sends the new version', async () => {
    const started = await startDelivery(testApp);
    const id = idOf(started);
    const claiming = await inTransaction(db, async (tx) => {
      await keepGiven(tx, services, await lockMemory(tx, started.owner.user.id, started.memoryId));
      await tx.update(memories).set(edited).where(eq(memories.id, started.memoryId));
      const claimed = deliverBatch(services, [id]);
      await untilItWaits(testApp, claimed);
      expect(await deliveriesOf(testApp, started)).toMatchObject([{ status: 'pending' }]);
      return { claimed };
    });
    await claiming.claimed;
    expect((await open(started)).shown).toMatchObject(edited);
  });

  test('an edit waits for a claim that is being written, and keeps what that one sends', async () => {
    const started = await startDelivery(testApp);
    const editing = await inTransaction(db, async (tx) => {
      await tx
        .update(deliveryQueue)
        .set({ status: 'sending', attemptCount: 1, lastAttempt: clock.now() })
        .where(eq(deliveryQueue.id, idOf(started)));
      const changed = edit(started);
      await untilItWaits(testApp, changed);
      return { changed };
    });
    await editing.changed;
    await attempt(started);
    expect((await open(started)).shown).toMatchObject(given);
  });

  test('a schedule that falls due during an edit starts after it', async () => {
    const started = await startDelivery(testApp);
    const next = await schedule(started, [requireFound(started.recipients[0]).id]);
    clock.advance(61);
    await inTransaction(db, async (tx) => {
      await keepGiven(tx, services, await lockMemory(tx, started.owner.user.id, started.memoryId));
      await startDueSchedules(services);
      expect(await deliveriesOf(testApp, next)).toEqual([]);
    });
    await startDueSchedules(services);
    expect(await claimDeliveries(services, [idOf(next)])).toHaveLength(1);
  });
});

async function removeMemory({ owner, memoryId }: Started, query = ''): Promise<number> {
  return (await owner.request({ method: 'DELETE', url: `/api/memories/${memoryId}${query}` })).statusCode;
}

describe('DELETE /api/memories/:id?received=keep|withdraw', () => {
  const takenBack = { withdrawn: true, content: null, title: 'This memory was taken back' };

  const stages: [string, (started: Started) => Promise<unknown>][] = [
    ['delivered', (started) => attempt(started)],
    ['opened', async (started) => attempt(started).then(() => open(started))],
    ['not answered', (started) => attempt(started, silence)],
    ['edited since', async (started) => attempt(started).then(() => edit(started))],
  ];
  test.each(
    stages.flatMap(
      ([stage, act]) =>
        [
          [stage, '', act],
          [stage, 'keep', act],
          [stage, 'withdraw', act],
        ] as const,
    ),
  )('204: %s, then deleted with "%s"', async (stage, received, act) => {
    const started = await startDelivery(testApp, { people: [{}, { firstName: 'Tom' }] });
    await act(started);
    const id = idOf(started);
    expect(await removeMemory(started, received && `?received=${received}`)).toBe(204);
    expect(await removeMemory(started), 'once more').toBe(404);
    const rows = await deliveriesOf(testApp, started);
    expect(
      rows.map((row) => row.id),
      'what was still to come is gone',
    ).toEqual([id]);
    const expected = received === 'withdraw' ? takenBack : given;
    await db.update(deliveryQueue).set({ openedAt: null }).where(eq(deliveryQueue.id, id));
    expect((await open(started)).shown).toMatchObject(expected);
    expect(await deliveriesOf(testApp, started), 'no other mail').toMatchObject([
      { status: 'delivered', sweepAt: null },
    ]);
    const left = await db.$count(memoryVersions, eq(memoryVersions.memoryId, started.memoryId));
    expect(left, stage).toBe(received === 'withdraw' ? 0 : 1);
    await expectReconciled();
  });

  test.each(['keep', 'withdraw'])(
    '204: with "%s" while it is being sent, whichever comes first counts',
    async (received) => {
      const [sent, unsent] = [await startDelivery(testApp), await startDelivery(testApp)];
      const [arriving, deferring] = [await claimFor(testApp, sent), await claimFor(testApp, unsent)];
      for (const started of [sent, unsent])
        expect(await removeMemory(started, `?received=${received}`)).toBe(204);
      await recordOutcomes(services, [
        { delivery: arriving, outcome: await sendDelivery(services, arriving) },
        { delivery: deferring, outcome: deferred },
      ]);
      expect((await open(sent)).shown).toMatchObject(received === 'keep' ? given : takenBack);
      expect(await deliveriesOf(testApp, unsent)).toEqual([]);
      await eraseUnusedVersions(services);
      expect(await db.$count(memoryVersions, eq(memoryVersions.memoryId, unsent.memoryId))).toBe(0);
      await expectReconciled();
    },
  );

  test("204: it leaves the owner's list and counts; what is kept of it is erased with nobody left to see it", async () => {
    const started = await startDelivery(testApp, { photo: early });
    await attempt(started);
    const [row] = await db.select().from(memories).where(eq(memories.id, started.memoryId));
    const keys = storedKeys(requireFound(row));
    expect(await removeMemory(started)).toBe(204);
    expect((await started.owner.request({ url: '/api/memories' })).json()).toEqual([]);
    await eraseWhatNobodyUses(keys);
    const { browser, shown } = await open(started);
    const download = await browser.get(requireFound(shown.downloadUrl ?? undefined));
    expect(download.rawPayload.equals(early.bytes)).toBe(true);
    await db.delete(schedules).where(eq(schedules.id, started.scheduleId));
    await eraseWhatNobodyUses(keys);
    for (const key of keys) expect(await storage.stat(key)).toBeUndefined();
  });

  test.each(['', 'maybe', 'keep&received=withdraw'])('400: received=%s', async (received) => {
    const started = await startDelivery(testApp);
    expect(await removeMemory(started, `?received=${received}`)).toBe(400);
  });
});

describe('GET /api/memories/:id/reach', () => {
  test('200: who was given it and keeps what they have, and who gets the memory as it will be', async () => {
    const started = await startDelivery(testApp, {
      people: [{}, { firstName: 'Ben' }, { firstName: 'Tom' }],
    });
    const [maya, , tom] = started.recipients;
    const inAYear = await schedule(
      started,
      [requireFound(maya).id, requireFound(tom).id],
      365 * 24 * 60 * 60,
    );
    await attempt(started);
    const deliveredAt = clock.now().toISOString();
    await attempt(started, silence, 1);
    const url = `/api/memories/${started.memoryId}/reach`;
    const { received, upcoming } = (await started.owner.request({ url })).json<MemoryReach>();
    expect(received).toEqual([
      { name: 'Maya Alvarez', deliveredAt },
      { name: 'Ben Alvarez', deliveredAt: null },
    ]);
    expect(upcoming).toMatchObject([
      { scheduleId: started.scheduleId, recipients: ['Tom Alvarez'], afterDeath: false, releaseDays: null },
      { scheduleId: inAYear.scheduleId, recipients: ['Maya Alvarez', 'Tom Alvarez'] },
    ]);
  });
});

const acts = {
  edit: ['edit'],
  ofRecipient: ['sent', 'not answered', 'put off', 'opened'],
  deletion: ['keep', 'withdraw'],
} as const;
const anyAct = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(fc.constantFrom(...acts.edit), fc.constant(0)) },
  { weight: 8, arbitrary: fc.tuple(fc.constantFrom(...acts.ofRecipient), fc.nat(1)) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...acts.deletion), fc.constant(0)) },
);
const outcomes = { sent: undefined, 'not answered': silence, 'put off': deferred };

test('in any order of edits, mails, openings and a deletion, a link shows what was sent first, or that it was taken back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyAct, { minLength: 4, maxLength: 10 }), async (order) => {
      const started = await startDelivery(testApp, { people: [{}, { firstName: 'Tom' }] });
      const pages: Awaited<ReturnType<typeof open>>[] = [];
      /** What each link must show. */
      const sent: (string | undefined)[] = [undefined, undefined];
      let content: string | null = given.content;
      for (const [act, of] of order) {
        if (act === 'keep' || act === 'withdraw') {
          if (content === null) continue;
          expect(await removeMemory(started, `?received=${act}`)).toBe(204);
          content = null;
          if (act === 'withdraw') for (const index of [0, 1]) if (sent[index]) sent[index] = 'taken back';
        } else if (act === 'edit') {
          if (content === null) continue;
          content += ' More.';
          await edit(started, { content });
        } else if (act === 'opened') {
          if (sent[of]) pages[of] ??= await open(started, of);
        } else {
          const rows = await deliveriesOf(testApp, started);
          if (rows.find(({ id }) => id === idOf(started, of))?.status !== 'pending') continue;
          await attempt(started, outcomes[act], of);
          if (act !== 'put off') sent[of] ??= content ?? undefined;
        }
      }
      for (const [index, text] of sent.entries()) {
        if (!text) continue;
        const shown = await (pages[index] ?? (await open(started, index))).read();
        expect(shown.withdrawn ? 'taken back' : shown.content).toBe(text);
      }
      await expectReconciled();
    }),
    { numRuns: 12 },
  );
});
