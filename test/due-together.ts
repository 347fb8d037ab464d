import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { expect } from 'vitest';
import { type DeliveryRow, deliveryQueue } from '../server/features/delivery/deliveries/deliveries.table.ts';
import { nameOfMessage } from '../server/features/delivery/deliveries/send/same-message.ts';
import { startDueSchedules } from '../server/features/delivery/deliveries/start/start.ts';
import { auditLog } from '../server/features/system/audit/audit.table.ts';
import type { Services } from '../server/platform/context.ts';
import { requireFound } from '../server/platform/errors.ts';
import { MessageFault, type OutgoingMail } from '../server/platform/mail/mail.ts';
import type { ReceivedMemories } from '../shared/delivery/received.ts';
import type { TestApp } from './app.ts';
import { checkMemory } from './check-memory.ts';
import { createLetter, createPerson, createRecipient } from './factories.ts';
import { mailTo } from './mailbox.ts';
import { openBrowser } from './recipient-browser.ts';
import { type Left, leave } from './released.ts';

export interface Due extends Left {
  /** The addresses of the recipients. */
  emails: string[];
  /** In the order of their ids. */
  ids: string[];
}

/** Letters that fall due for the same people at one instant, for tests in which no worker runs. */
export function dueTogether(testApp: TestApp) {
  const { services, clock, app } = testApp;
  const { db } = services;

  const inAMinute = () => new Date(clock.now().getTime() + 60_000).toISOString();
  const rowsOf = ({ owner }: Pick<Left, 'owner'>): Promise<DeliveryRow[]> =>
    db.select().from(deliveryQueue).where(eq(deliveryQueue.userId, owner.user.id)).orderBy(deliveryQueue.id);

  async function leaveAnother(left: Left, deliveryDate: string, title: string): Promise<void> {
    const { id: memoryId } = await createLetter(left.owner, { title });
    await checkMemory(services, { memoryId, revision: 1 });
    await leave(testApp, { ...left, memoryId }, { deliveryType: 'scheduled', deliveryDate });
  }

  return {
    inAMinute,
    rowsOf,
    leaveAnother,
    /** Separate letters that have fallen due at one instant for all of `people`. */
    async due(count: number, people: Record<string, unknown>[] = [{}]): Promise<Due> {
      const owner = await createPerson(testApp, { plan: 'premium' });
      const emails = people.map((_, n) => `person-${n}.${v7()}@example.com`);
      const left: Left = { owner, memoryId: '', recipients: [] };
      for (const [n, person] of people.entries())
        left.recipients.push(await createRecipient(owner, { email: emails[n], ...person }));
      const deliveryDate = inAMinute();
      for (let number = 0; number < count; number++)
        await leaveAnother(left, deliveryDate, `Letter ${number}`);
      clock.advance(61);
      await startDueSchedules(services);
      return { ...left, emails, ids: (await rowsOf(left)).map(({ id }) => id) };
    },
    /** One more letter that was due at the same instant, but is created only now. */
    async addLate(left: Due): Promise<string> {
      const [sibling] = await rowsOf(left);
      await leaveAnother(left, inAMinute(), 'One more');
      clock.advance(61);
      await startDueSchedules(services);
      const added = requireFound((await rowsOf(left)).find(({ id }) => !left.ids.includes(id)));
      const { dueAt } = requireFound(sibling);
      await db.update(deliveryQueue).set({ dueAt }).where(eq(deliveryQueue.id, added.id));
      return added.id;
    },
    statesOf: async (left: Pick<Left, 'owner'>) =>
      (await rowsOf(left)).map(({ status, waitingReason }) => waitingReason ?? status),
    /** Oldest first. */
    mailsTo: async (email: string | undefined) => (await mailTo(services, email ?? '')).toReversed(),
    auditOf: async (id: string) =>
      (await db.select().from(auditLog).where(eq(auditLog.subjectId, id))).map(({ action }) => action),
    memoryOf: async (id: string): Promise<string> => {
      const { rows } = await db.$client.query<{ id: string }>(
        'select s.memory_id as id from schedules s join delivery_queue d on d.schedule_id = s.id where d.id = $1',
        [id],
      );
      return rows[0]?.id ?? '';
    },
    /** The titles that are shown in a new browser. */
    async open(token: string): Promise<string[]> {
      const answer = await openBrowser(app).open(token);
      expect(answer.statusCode).toBe(200);
      return answer.json<ReceivedMemories>().memories.map(({ title }) => title);
    },
    /** A mail server whose response nobody learns; `meanwhile` runs in between. Records what it was given. */
    silent(meanwhile: (mail: OutgoingMail) => Promise<unknown> = async () => undefined) {
      const given: OutgoingMail[] = [];
      const send = async (mail: OutgoingMail) => {
        given.push(mail);
        await meanwhile(mail);
        throw new MessageFault('unknown', 'The connection was lost');
      };
      return { given, services: { ...services, mailer: { ...services.mailer, send } } };
    },
    /** A mail server that accepts nothing. */
    answering(fault: MessageFault): Services {
      return { ...services, mailer: { ...services.mailer, send: () => Promise.reject(fault) } };
    },
  };
}

export function messageIdOf(ids: readonly string[]): string {
  return `${nameOfMessage(ids.map((id) => ({ id })))}@localhost`;
}
