import type { Services } from '../../../../platform/context.ts';
import { askForReminder, cancelReminder } from '../reminders/reminders.ts';
import { type Asked, actOnPage, recipientOf, recordAct } from './act.ts';

/** Asks for one message with this page's address on a future day; asking again changes the day. 400 for any other day. */
export function remind(services: Services, asked: Asked, on: string) {
  return actOnPage(services, asked, 'remind', async (tx, { page, now }) => {
    await askForReminder(tx, page, { recipientId: recipientOf(page).id, on, now });
    await recordAct(tx, services, page, 'recipient.reminder-asked');
  });
}

export function forgetReminder(services: Services, asked: Asked) {
  return actOnPage(services, asked, 'remind', async (tx, { page }) => {
    if (await cancelReminder(tx, recipientOf(page).id))
      await recordAct(tx, services, page, 'recipient.reminder-cancelled');
  });
}
