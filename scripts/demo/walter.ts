/** Walter Osei: a tram driver in Glasgow. His card ran out seven weeks ago, and nobody has paid since. */
import { eq } from 'drizzle-orm';
import { remindOfPastDue } from '../../server/features/billing/past-due/past-due.ts';
import { subscriptions } from '../../server/features/billing/subscriptions/subscriptions.table.ts';
import { syncDueSubscriptions } from '../../server/features/billing/subscriptions/sync-all.ts';
import { declineSandboxRenewals } from '../../server/platform/payments/sandbox-subscriptions.ts';
import { paymentEffects, trustedContacts } from '../../server/wiring.ts';
import { dayFrom } from './days.ts';
import { type Demo, untilApproved } from './environment.ts';
import { payOnPage, register, send, signIn } from './http.ts';
import { deliverOn } from './leave.ts';

const zone = 'Europe/London';

export const walter = {
  firstName: 'Walter',
  lastName: 'Osei',
  email: 'walter@example.com',
  password: 'Seven-Slow-Trams-2',
  dateOfBirth: '1952-02-11',
  timezone: zone,
};

const letter = `Abena, you asked me once which stop I liked best. It was the last one, at night, when I could switch the bell off.`;

/** Two monthly payments are due. */
export async function walterFallsBehind(demo: Demo, today: Date): Promise<void> {
  const { clock, services } = demo;
  clock.jumpTo(dayFrom(today, -80, '18:00', zone));
  const session = await register(demo, walter);
  await payOnPage(demo, (await session.orderPlan('basic', 'monthly')).url);
  const abena = await session.addRecipient({
    ...{ firstName: 'Abena', lastName: 'Osei', relationship: 'child', email: 'abena@example.com' },
    trustedContact: true,
  });
  const memory = await session.addMemory({
    type: 'letter',
    title: 'The last stop',
    recipient: 'Abena Osei',
    recipientId: abena.id,
    content: letter,
  });
  await untilApproved(session);
  await deliverOn(session, dayFrom(today, 20, '12:00', zone), memory, abena);
  const mine = eq(subscriptions.userId, session.ownerId);
  const [subscription] = await services.db.select().from(subscriptions).where(mine);
  if (!subscription) throw new Error('Walter has no plan');
  await declineSandboxRenewals(services, subscription.providerId, true);
  clock.jumpTo(dayFrom(today, 0, '09:00', zone) > today ? today : dayFrom(today, 0, '09:00', zone));
  await syncDueSubscriptions(services, paymentEffects);
  await remindOfPastDue(services, trustedContacts);
}

/** The URL of the page on which anybody can pay what is due on his account. */
export async function linkOfWalter(demo: Demo): Promise<string | null> {
  const { token } = await signIn(demo, walter);
  const answer = await send(demo.address, 'GET', '/api/keep-current', { token });
  return ((await answer.json()) as { url: string | null }).url;
}
