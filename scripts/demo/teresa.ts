/** Teresa Lindahl: a retired midwife in Duluth. Her deliveries ran into every problem that staff deal with. */
import { eq } from 'drizzle-orm';
import { users } from '../../server/features/accounts/profile/profile.table.ts';
import { requireMayActOn } from '../../server/features/after-death/death-cases/who-may-act/who-may-act.ts';
import {
  type DeliveryRow,
  deliveryQueue,
} from '../../server/features/delivery/deliveries/deliveries.table.ts';
import { actOnDelivery } from '../../server/features/delivery/deliveries/staff/staff-actions.ts';
import { giveUpSeconds } from '../../server/features/outbox/messages/retries/retries.ts';
import { MessageFault } from '../../server/platform/mail/mail.ts';
import { dayFrom } from './days.ts';
import { type Demo, until, untilApproved } from './environment.ts';
import { payOnPage, register } from './http.ts';
import { deliverOn } from './leave.ts';

const zone = 'America/Chicago';

export const teresa = {
  firstName: 'Teresa',
  lastName: 'Lindahl',
  email: 'teresa@example.com',
  password: 'Four-Tin-Lanterns-7',
  dateOfBirth: '1949-06-24',
  timezone: zone,
};

const letter = `When the ice goes out of the harbour, somebody ought to stand on the pier and say so out loud.

I have done it every year since 1971. Now it is your turn.`;

const people = {
  unreachable: { firstName: 'Harold', lastName: 'Finch', relationship: 'friend' },
  moved: { firstName: 'Elena', lastName: 'Ruiz', relationship: 'friend', email: 'elena@moved.example' },
  full: { firstName: 'Tomas', lastName: 'Lindahl', relationship: 'sibling', email: 'tomas@full.example' },
  silent: { firstName: 'Birgit', lastName: 'Aho', relationship: 'friend', email: 'birgit@silent.example' },
  ill: { firstName: 'Ada', lastName: 'Nyström', relationship: 'friend', email: 'ada@moved.example' },
};

const faults = {
  'moved.example': new MessageFault('permanent', '550 5.1.1 no mailbox of this name'),
  'full.example': new MessageFault('temporary', '452 4.2.2 the mailbox is full'),
  'silent.example': new MessageFault('unknown', 'the mail server ended the connection without an answer'),
};

/** Nine days ago one of her letters fell due for five people, and reached none of them. */
export async function teresaMeetsTrouble(demo: Demo, today: Date, staffEmail: string): Promise<void> {
  const { clock, services } = demo;
  for (const [domain, fault] of Object.entries(faults)) demo.faults.set(domain, fault);
  clock.jumpTo(dayFrom(today, -9, '10:00', zone));
  const session = await register(demo, teresa);
  await payOnPage(demo, (await session.orderPlan('basic', 'monthly')).url);
  const memory = await session.addMemory({
    type: 'letter',
    title: 'When the ice goes out',
    recipient: 'friends',
    content: letter,
  });
  await untilApproved(session);
  const to = [];
  for (const person of Object.values(people)) to.push(await session.addRecipient(person));
  await deliverOn(session, dayFrom(today, -9, '10:05', zone), memory, ...to);

  const rows = () =>
    services.db.select().from(deliveryQueue).where(eq(deliveryQueue.userId, session.ownerId));
  const of = async ({ firstName }: { firstName: string }) =>
    (await rows()).find(({ recipientFirstName }) => recipientFirstName === firstName);
  const hasTried = (person: { firstName: string }, times: number) =>
    until(`${person.firstName}'s attempt ${times}`, async () => {
      const row = await of(person);
      return row && row.attemptCount >= times && row.status !== 'sending' ? row : undefined;
    });

  clock.jumpTo(dayFrom(today, -9, '10:06', zone));
  await hasTried(people.moved, 1);
  await hasTried(people.full, 1);
  const ill = await hasTried(people.ill, 1);
  await hasTried(people.silent, 1);
  clock.jumpTo(dayFrom(today, -9, '10:40', zone));
  await hasTried(people.silent, 2);
  clock.jumpTo(dayFrom(today, -9, '19:00', zone));
  await hasTried(people.silent, 3);
  await holdFor(demo, ill, staffEmail);

  // A week of attempts would take the demo minutes, so all but the last are skipped.
  const full = await of(people.full);
  if (!full) throw new Error('Teresa has no such delivery');
  await services.db
    .update(deliveryQueue)
    .set({ retryingSeconds: giveUpSeconds })
    .where(eq(deliveryQueue.id, full.id));
  clock.jumpTo(dayFrom(today, -2, '10:06', zone));
  await hasTried(people.full, full.attemptCount + 1);
  demo.faults.clear();
}

async function holdFor({ services }: Demo, row: DeliveryRow, staffEmail: string): Promise<void> {
  const [staff] = await services.db.select().from(users).where(eq(users.email, staffEmail));
  if (!staff) throw new Error('Nobody is staff');
  const { id: deliveryId, status: state, waitingReason, attemptCount } = row;
  await actOnDelivery(services, requireMayActOn, 'hold', {
    actor: staff.id,
    deliveryId,
    reason: 'Her daughter called: she is in hospital, and should not read this alone',
    seen: { state, reason: waitingReason, attemptCount, address: people.ill.email },
  });
}
