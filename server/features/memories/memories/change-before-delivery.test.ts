import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { startTestApp } from '../../../../test/app.ts';
import { checkMemory } from '../../../../test/check-memory.ts';
import { createLetter, createPerson, createRecipient, createSchedule } from '../../../../test/factories.ts';
import { deliverHandler } from '../../delivery/deliveries/deliveries.jobs.ts';
import { deliveryQueue } from '../../delivery/deliveries/deliveries.table.ts';
import { sweepDueDeliveries } from '../../delivery/deliveries/sweep.jobs.ts';

// No worker runs: sweep, delivery and check are called by hand, in a chosen order.

test('a letter changed just before its delivery is due waits for its check and is then delivered', async () => {
  const testApp = await startTestApp();
  const { services, clock } = testApp;
  const person = await createPerson(testApp);
  const letter = await createLetter(person);
  await checkMemory(services, { memoryId: letter.id, revision: 1 });
  const recipient = await createRecipient(person);
  const deliveryDate = new Date(clock.now().getTime() + 3_600_000).toISOString();
  const { id } = await createSchedule(person, {
    memoryId: letter.id,
    deliveryDate,
    recipientIds: [recipient.id],
  });
  const delivery = async () => {
    const [row] = await services.db.select().from(deliveryQueue).where(eq(deliveryQueue.scheduleId, id));
    return { id: row?.id ?? '', status: row?.status, reason: row?.waitingReason };
  };

  const payload = { content: 'Dear Maya, one more thing.' };
  await person.request({ method: 'PATCH', url: `/api/memories/${letter.id}`, payload });
  clock.advance(2 * 3600);
  await sweepDueDeliveries(services);
  await deliverHandler(services)({ deliveryIds: [(await delivery()).id] });
  expect(await delivery()).toMatchObject({ status: 'waiting', reason: 'memory_under_review' });

  await checkMemory(services, { memoryId: letter.id, revision: 1 });
  expect(await delivery(), 'the check of the text before does not count').toMatchObject({
    status: 'waiting',
  });
  await checkMemory(services, { memoryId: letter.id, revision: 2 });
  expect(await delivery()).toMatchObject({ status: 'pending', reason: null });
  await deliverHandler(services)({ deliveryIds: [(await delivery()).id] });
  expect(await delivery()).toMatchObject({ status: 'delivered' });
});
