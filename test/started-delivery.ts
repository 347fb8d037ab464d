import { eq } from 'drizzle-orm';
import { type DeliveryRow, deliveryQueue } from '../server/features/delivery/deliveries/deliveries.table.ts';
import { deliveryId } from '../server/features/delivery/deliveries/message/message.ts';
import { type ClaimedDelivery, claimDeliveries } from '../server/features/delivery/deliveries/send/claim.ts';
import { startDueSchedules } from '../server/features/delivery/deliveries/start/start.ts';
import { giveUpSeconds } from '../server/features/outbox/messages/retries/retries.ts';
import type { Recipient } from '../shared/people/recipients.ts';
import type { TestApp } from './app.ts';
import { checkMemory } from './check-memory.ts';
import {
  createLetter,
  createPerson,
  createRecipient,
  createSchedule,
  type Person,
  uploadMemory,
} from './factories.ts';
import type { MediaFile } from './media.ts';
import { multipart } from './multipart.ts';

// For tests in which no worker runs: claiming, sending and what the owner does meanwhile are called by hand,
// in the intended order.

export interface Started {
  owner: Person;
  memoryId: string;
  scheduleId: string;
  /** In the order given. */
  recipients: Recipient[];
}

/** A memory, a letter or `photo`, that has just fallen due for `people`; nobody has claimed its deliveries. */
export async function startDelivery(
  testApp: TestApp,
  { people = [{}], photo }: { people?: Record<string, unknown>[]; photo?: MediaFile } = {},
): Promise<Started> {
  const { services, clock } = testApp;
  const owner = await createPerson(testApp);
  const { id: memoryId } = photo
    ? await uploadMemory(owner, { type: 'photo', title: 'For your thirtieth' }, photo)
    : await createLetter(owner);
  await checkMemory(services, { memoryId, revision: 1 });
  const recipients: Recipient[] = [];
  for (const person of people) recipients.push(await createRecipient(owner, person));
  const deliveryDate = new Date(clock.now().getTime() + 60_000).toISOString();
  const recipientIds = recipients.map(({ id }) => id);
  const { id: scheduleId } = await createSchedule(owner, { memoryId, deliveryDate, recipientIds });
  clock.advance(61);
  await startDueSchedules(services);
  return { owner, memoryId, scheduleId, recipients };
}

/** Replaces the file of a photo: it waits for its check again, as its second revision. */
export async function replacePhoto(owner: Person, memoryId: string, photo: MediaFile): Promise<void> {
  const url = `/api/memories/${memoryId}`;
  const answer = await owner.request({ method: 'PATCH', url, ...multipart({}, photo) });
  if (answer.statusCode !== 200) throw new Error(`Replacing the photo answered ${answer.statusCode}`);
}

/** The deliveries of a schedule, in the order of its recipients. */
export async function deliveriesOf(
  { services }: TestApp,
  { scheduleId, recipients }: Started,
): Promise<DeliveryRow[]> {
  const rows = await services.db.select().from(deliveryQueue).where(eq(deliveryQueue.scheduleId, scheduleId));
  const order = recipients.map((recipient) => deliveryId({ scheduleId, recipientId: recipient.id }));
  return rows.toSorted((one, other) => order.indexOf(one.id) - order.indexOf(other.id));
}

/** Claims what a recipient is to receive. */
export async function claimFor(
  testApp: TestApp,
  started: Started,
  recipient = started.recipients[0],
): Promise<ClaimedDelivery> {
  const { services } = testApp;
  const rows = await deliveriesOf(testApp, started);
  const ids = rows.filter(({ recipientId }) => recipientId === recipient?.id).map(({ id }) => id);
  const [delivery] = await claimDeliveries(services, ids);
  if (!delivery) throw new Error('Nothing was claimed');
  return delivery;
}

/** As if a delivery had been retried for seven days: its next temporary fault is its last. */
export async function spendRetries({ services }: TestApp, { id }: { id: string }): Promise<void> {
  await services.db
    .update(deliveryQueue)
    .set({ retryingSeconds: giveUpSeconds })
    .where(eq(deliveryQueue.id, id));
}
