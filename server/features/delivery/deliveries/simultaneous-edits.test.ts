import { expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { checkMemory } from '../../../../test/check-memory.ts';
import { mediaFiles } from '../../../../test/media.ts';
import {
  claimFor,
  deliveriesOf,
  replacePhoto,
  type Started,
  startDelivery,
} from '../../../../test/started-delivery.ts';
import { requireFound } from '../../../platform/errors.ts';
import { findDifferences } from './reconcile.ts';
import type { Attempt, Outcome } from './send/outcome.ts';
import { recordOutcomes } from './send/record-outcomes.ts';

const clock = createTestClock('2030-05-04T12:00:00Z');
const testApp = await startTestApp({ clock });
const { services } = testApp;
const { db } = services;

const refused: Outcome = { kind: 'waiting', reason: 'bad_address' };
const unapproved: Outcome = { kind: 'waiting', reason: 'memory_under_review' };

/** What an owner does while the outcomes of their deliveries are recorded, and the states that must result. */
const acts: readonly {
  what: string;
  outcome: Outcome;
  act: (started: Started) => Promise<number>;
  left: readonly string[];
}[] = [
  {
    what: 'corrects an address',
    outcome: refused,
    act: async ({ owner, recipients: [maya] }) => {
      const payload = { ...maya, email: `new.${maya?.id}@example.com` };
      return (await owner.request({ method: 'PUT', url: `/api/recipients/${maya?.id}`, payload })).statusCode;
    },
    left: ['pending', 'waiting'],
  },
  {
    what: 'has their memory approved',
    outcome: unapproved,
    act: async ({ memoryId }) => {
      await checkMemory(services, { memoryId, revision: 2 });
      return 200;
    },
    left: ['pending', 'pending'],
  },
  {
    what: 'changes the memory',
    outcome: refused,
    act: async ({ owner, memoryId }) => {
      const payload = { title: 'Second thoughts' };
      return (await owner.request({ method: 'PATCH', url: `/api/memories/${memoryId}`, payload })).statusCode;
    },
    left: ['waiting', 'waiting'],
  },
  {
    what: 'removes a recipient',
    outcome: refused,
    act: async ({ owner, recipients: [maya] }) =>
      (await owner.request({ method: 'DELETE', url: `/api/recipients/${maya?.id}?force=true` })).statusCode,
    left: ['waiting'],
  },
  {
    what: 'deletes the memory',
    outcome: unapproved,
    act: async ({ owner, memoryId }) =>
      (await owner.request({ method: 'DELETE', url: `/api/memories/${memoryId}` })).statusCode,
    left: [],
  },
];

const photo = await mediaFiles.photo.jpeg();
const rounds = 4;
/** No worker runs here, so resumed deliveries are never sent. Measured from this time, none of them is overdue. */
const beginning = clock.now();

test('whichever comes first, nothing deadlocks, and no delivery waits for something that was already corrected', async () => {
  for (let round = 0; round < rounds; round++) {
    const cases = [];
    for (const one of [...acts, ...acts]) {
      const isUnapproved = one.outcome === unapproved;
      const started = await startDelivery(testApp, {
        people: [{}, { firstName: 'Ben' }],
        ...(isUnapproved && { photo }),
      });
      if (isUnapproved) await replacePhoto(started.owner, started.memoryId, photo);
      const results: Attempt[] = [];
      for (const recipient of started.recipients)
        results.push({ delivery: await claimFor(testApp, started, recipient), outcome: one.outcome });
      cases.push({ ...one, started, results });
    }
    // Two workers, each with one of the two recipients of every schedule, in opposite orders.
    const mayas = cases.map(({ results }) => requireFound(results[0]));
    const bens = cases.map(({ results }) => requireFound(results[1])).reverse();
    const [statuses] = await Promise.all([
      Promise.all(cases.map(({ act, started }) => act(started))),
      recordOutcomes(services, mayas),
      recordOutcomes(services, bens),
    ]);
    expect(statuses.filter((status) => ![200, 204].includes(status))).toEqual([]);
    for (const { what, started, left } of cases) {
      const rows = await deliveriesOf(testApp, started);
      expect(rows.map(({ status }) => status).sort(), what).toEqual(left);
    }
    expect(await findDifferences(db, beginning)).toEqual([]);
  }
});
