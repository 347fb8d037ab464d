import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { createPerson } from '../../../../../test/factories.ts';
import { askDaniel, createFamily, leaveForMaya } from '../../../../../test/guardians.ts';
import { insertRow } from '../../../../../test/insert-row.ts';
import { newId } from '../../../../platform/ids.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { memoryRecipients } from '../deliveries.table.ts';

const clock = createTestClock('2027-04-01T12:00:00Z');
const testApp = await startTestApp({ clock });
const { db } = testApp.services;

/** Each has a letter for the day on which they come of age: their guardians have no say in it any more. */
async function createChildrenWhoComeOfAge(count: number): Promise<void> {
  const mine = { user_id: (await createPerson(testApp, { plan: 'premium' })).user.id };
  const guardian_id = await insertRow(testApp, 'recipients', { ...mine, email: 'guardian@example.com' });
  const memory_id = await insertRow(testApp, 'memories', { ...mine, type: 'letter' });
  const noon = { due_at: '2027-04-20T16:00:00Z', delivery_date: '2027-04-20T16:00:00Z' };
  const scheduleId = await insertRow(testApp, 'schedules', { ...mine, ...noon, memory_id });
  const firstId = await insertRow(testApp, 'recipients', { ...mine, birthday: '2009-04-20', guardian_id });
  const [first] = await db.select().from(recipients).where(eq(recipients.id, firstId));
  if (!first) throw new Error('There is no child');
  const children = Array.from({ length: count }, () => ({ ...first, id: newId() }));
  await db.insert(recipients).values(children);
  const createdAt = clock.now();
  const receiving = children.map(({ id: recipientId }) => ({ recipientId, scheduleId, createdAt }));
  await db.insert(memoryRecipients).values(receiving);
}

test('a guardian is asked, however many other children come of age in the same month', async () => {
  await createChildrenWhoComeOfAge(200);
  const family = await createFamily(testApp);
  await leaveForMaya(testApp, family, 20);
  expect(await askDaniel(testApp, family)).not.toMatch(/^x+$/);
});
