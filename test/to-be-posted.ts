import { eq, inArray } from 'drizzle-orm';
import { deliveryQueue } from '../server/features/delivery/deliveries/deliveries.table.ts';
import { startDueSchedules } from '../server/features/delivery/deliveries/start/start.ts';
import type { StaffDelivery } from '../shared/delivery/staff-deliveries.ts';
import type { Recipient } from '../shared/people/recipients.ts';
import type { TestApp } from './app.ts';
import { checkMemory } from './check-memory.ts';
import { createLetter, createPerson, createRecipient, createSchedule, type Person } from './factories.ts';

export interface ToBePosted {
  id: string;
  owner: Person;
  recipient: Recipient;
  memoryId: string;
  scheduleId: string;
  /** As staff see it now. */
  load(staff: Person): Promise<StaffDelivery>;
  /** What every act is sent with: the delivery as it was seen, and its destination. */
  payload(staff: Person): Promise<object>;
  pack(staff: Person): Promise<unknown>;
  post(staff: Person): Promise<unknown>;
}

/** What else is for the same person and moment. */
interface Beside {
  memoryId: string;
  deliveryId: string;
}

/** A letter that is sent by post, and has fallen due: it waits for staff. Moves the clock by a minute. */
export async function toBePosted(testApp: TestApp): Promise<ToBePosted> {
  const { services, clock } = testApp;
  const owner = await createPerson(testApp);
  const { id: memoryId } = await createLetter(owner);
  await checkMemory(services, { memoryId, revision: 1 });
  const recipient = await createRecipient(owner, { mailingAddress: '1 Harbour Road\nPortland' });
  const dueAt = new Date(clock.now().getTime() + 60_000);
  const { id: scheduleId } = await createSchedule(owner, {
    memoryId,
    deliveryDate: dueAt.toISOString(),
    deliveryMethod: 'physical',
    recipientIds: [recipient.id],
  });
  clock.advance(61);
  await startDueSchedules(services);
  const [delivery] = await services.db
    .select()
    .from(deliveryQueue)
    .where(eq(deliveryQueue.scheduleId, scheduleId));
  if (!delivery) throw new Error('No delivery was made');
  return { ...actsOn(delivery.id), owner, recipient, memoryId, scheduleId };
}

/** What staff do to it. */
function actsOn(id: string): Pick<ToBePosted, 'id' | 'load' | 'payload' | 'pack' | 'post'> {
  const url = `/api/admin/deliveries/${id}`;
  const load = async (staff: Person) => (await staff.request({ url })).json<StaffDelivery>();
  const payload = async (staff: Person) => {
    const seen = await load(staff);
    const { state, reason, attemptCount } = seen;
    const address = seen.recipient?.address ?? null;
    const { mailingAddress = null } = seen.recipient ?? {};
    return { reason: 'A test', mailingAddress, seen: { state, reason, attemptCount, address } };
  };
  const ask = async (staff: Person, act: string) => {
    const answer = await staff.request({
      method: 'POST',
      url: `${url}/${act}`,
      payload: await payload(staff),
    });
    if (answer.statusCode >= 300) throw new Error(`${act} answered ${answer.statusCode}: ${answer.body}`);
    return answer.json();
  };
  return {
    id,
    load,
    payload,
    pack: (staff) => ask(staff, 'packing'),
    post: (staff) => ask(staff, 'posting'),
  };
}

/** Several things for one person and one moment; the first stands for all of them. */
export async function parcelToBePosted(
  testApp: TestApp,
  create: readonly ((owner: Person) => Promise<{ id: string }>)[] = [createLetter, createLetter],
): Promise<ToBePosted & { all: Beside[] }> {
  const { services, clock } = testApp;
  const owner = await createPerson(testApp, { plan: 'premium' });
  const recipient = await createRecipient(owner, { mailingAddress: '1 Harbour Road\nPortland' });
  const dueAt = new Date(clock.now().getTime() + 60_000);
  const made = new Map<string, string>();
  for (const each of create) {
    const { id: memoryId } = await each(owner);
    await checkMemory(services, { memoryId, revision: 1 });
    const { id: scheduleId } = await createSchedule(owner, {
      memoryId,
      deliveryDate: dueAt.toISOString(),
      deliveryMethod: 'physical',
      recipientIds: [recipient.id],
    });
    made.set(scheduleId, memoryId);
  }
  clock.advance(61);
  await startDueSchedules(services);
  const rows = await services.db
    .select()
    .from(deliveryQueue)
    .where(inArray(deliveryQueue.scheduleId, [...made.keys()]))
    .orderBy(deliveryQueue.id);
  const [first] = rows;
  if (!first) throw new Error('No delivery was made');
  const all = rows.map(({ id: deliveryId, scheduleId }) => ({
    deliveryId,
    memoryId: made.get(scheduleId) ?? '',
  }));
  const memoryId = made.get(first.scheduleId) ?? '';
  return { ...actsOn(first.id), owner, recipient, memoryId, scheduleId: first.scheduleId, all };
}
