import type { Services } from '../../../../platform/context.ts';
import { declineDeliveriesTo, resumeDeclinedDeliveriesTo } from '../../deliveries/said/said.ts';
import { type Asked, actOnPage, recipientOf, recordAct } from './act.ts';

/** They want nothing more from this owner: what is still to come is kept and waits, as does a reminder. Repeating it changes nothing. */
export function decline(services: Services, asked: Asked) {
  return actOnPage(services, asked, 'decline', async (tx, { page, now }) => {
    const { id, declinedAt } = recipientOf(page);
    if (declinedAt) return;
    await declineDeliveriesTo(tx, services, { recipientId: id, at: now });
    await recordAct(tx, services, page, 'recipient.declined');
  });
}

/** They have changed their mind, however late: what waited goes out, except a reminder whose day is over. */
export function undoDecline(services: Services, asked: Asked) {
  return actOnPage(services, asked, 'decline', async (tx, { page }) => {
    const { id, declinedAt } = recipientOf(page);
    if (!declinedAt) return;
    await resumeDeclinedDeliveriesTo(tx, services, id);
    await recordAct(tx, services, page, 'recipient.declining-ended');
  });
}
