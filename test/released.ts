import { release } from '../server/features/after-death/death-cases/releases/releases.ts';
import { deliveryQueue } from '../server/features/delivery/deliveries/deliveries.table.ts';
import { deliverBatch } from '../server/features/delivery/deliveries/send/deliver-batch.ts';
import { startDueSchedules } from '../server/features/delivery/deliveries/start/start.ts';
import { inTransaction } from '../server/platform/database.ts';
import { newId } from '../server/platform/ids.ts';
import type { Schedule } from '../shared/delivery/schedules.ts';
import type { Recipient } from '../shared/people/recipients.ts';
import type { TestApp } from './app.ts';
import { checkMemory } from './check-memory.ts';
import { createLetter, createPerson, createRecipient, createSchedule, type Person } from './factories.ts';

// Owners who have left something for after their death, for tests in which no worker runs.

export interface Left {
  owner: Person;
  memoryId: string;
  recipients: Recipient[];
}

/** An owner with an approved letter and these people, with nothing scheduled for them yet. */
export async function createOwner(
  testApp: TestApp,
  people: Record<string, unknown>[] = [{}],
  fields: Record<string, unknown> = {},
): Promise<Left> {
  const owner = await createPerson(testApp, { plan: 'premium', ...fields });
  const { id: memoryId } = await createLetter(owner);
  await checkMemory(testApp.services, { memoryId, revision: 1 });
  const recipients: Recipient[] = [];
  for (const person of people) recipients.push(await createRecipient(owner, person));
  return { owner, memoryId, recipients };
}

/** The letter for everybody, after the owner's death unless `fields` say otherwise. */
export function leave(
  { clock }: TestApp,
  { owner, memoryId, recipients }: Left,
  fields: Record<string, unknown> = {},
): Promise<Schedule> {
  return createSchedule(owner, {
    memoryId,
    deliveryType: 'on_death',
    deliveryDate: clock.now().toISOString(),
    recipientIds: recipients.map(({ id }) => id),
    ...fields,
  });
}

/** Releases what the owner left, and returns the release's id. */
export function releaseOwner({ services }: TestApp, { user }: Person): Promise<string> {
  return inTransaction(services.db, (tx) => release(tx, services, { userId: user.id, reportId: newId() }));
}

/** Starts and sends all that is due, as the worker does. */
export async function deliverDue({ services }: TestApp): Promise<void> {
  await startDueSchedules(services);
  const rows = await services.db.select({ id: deliveryQueue.id }).from(deliveryQueue);
  await deliverBatch(
    services,
    rows.map(({ id }) => id),
  );
}
