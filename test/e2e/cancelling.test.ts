import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { memories } from '../../server/features/memories/memories/memories.table.ts';
import type { Schedule } from '../../shared/delivery/schedules.ts';
import {
  createApprovedLetter,
  createPerson,
  createRecipient,
  createSchedule,
  type Person,
} from '../factories.ts';
import { openJourneys } from './support/journey.ts';
import { becomes, button, see, seeGone, signIn } from './support/steps.ts';

const journey = await openJourneys({ startsAt: '2031-05-04T15:58:00Z' });
const shared = { sharesClock: true };

async function schedulesOf(person: Person) {
  const schedules = (await person.request({ url: '/api/schedules' })).json<Schedule[]>();
  return schedules.map(({ memoryTitle, deliveryDate, timezone, recipients }) => ({
    memoryTitle,
    deliveryDate,
    timezone,
    people: recipients.map(({ firstName }) => firstName),
  }));
}

async function cancelDelivery(page: Page): Promise<void> {
  await button(page, /^Cancel the delivery of For your thirtieth/).click();
  await button(page.getByRole('alertdialog'), 'Cancel this delivery').click();
  await see(page.getByText('The delivery is cancelled'));
}

journey(
  'a delivery that was cancelled by mistake stands again with one press, also one for nobody',
  async ({ page, site }) => {
    const ruth = await createPerson(site);
    const maya = await createRecipient(ruth);
    const letter = await createApprovedLetter(ruth);
    await createSchedule(ruth, {
      memoryId: letter.id,
      deliveryDate: '2032-02-29T12:00:00.000Z',
      deliveryType: 'scheduled',
      timezone: 'Pacific/Auckland',
      recipientIds: [maya.id],
    });
    const before = await schedulesOf(ruth);
    await signIn(page, ruth, '/schedule');
    await cancelAndUndo();
    await becomes(() => schedulesOf(ruth), before);

    await ruth.request({ method: 'DELETE', url: `/api/recipients/${maya.id}?force=true` });
    const forNobody = before.map((schedule) => ({ ...schedule, people: [] }));
    expect(await schedulesOf(ruth)).toEqual(forNobody);
    await page.reload();
    await cancelAndUndo();
    await becomes(() => schedulesOf(ruth), forNobody);

    async function cancelAndUndo() {
      await cancelDelivery(page);
      await becomes(() => schedulesOf(ruth), []);
      await button(page, 'Undo').click();
      await see(page.getByText('It is scheduled again'));
    }
  },
  shared,
);

journey(
  'while its memory is being checked again, cancelling a delivery offers no way back that could not be gone',
  async ({ page, site }) => {
    const ruth = await createPerson(site);
    const maya = await createRecipient(ruth);
    const letter = await createApprovedLetter(ruth);
    await createSchedule(ruth, {
      memoryId: letter.id,
      deliveryDate: '2032-02-29T12:00:00.000Z',
      deliveryType: 'scheduled',
      recipientIds: [maya.id],
    });
    await site.services.db.update(memories).set({ isApproved: false });
    await signIn(page, ruth, '/schedule');
    await cancelDelivery(page);
    expect(await button(page, 'Undo').count()).toBe(0);
    await seeGone(button(page, /^Cancel the delivery of/));
  },
  shared,
);
