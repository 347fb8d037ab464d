import { and, eq, gte } from 'drizzle-orm';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { sessions } from '../server/features/accounts/auth/sessions/sessions.table.ts';
import { users } from '../server/features/accounts/profile/profile.table.ts';
import { sweepDeathReports } from '../server/features/after-death/death-cases/death-reports/death-reports.jobs.ts';
import { releases } from '../server/features/after-death/death-cases/releases/releases.table.ts';
import { deliveryQueue } from '../server/features/delivery/deliveries/deliveries.table.ts';
import { catchUpAfterRestores } from '../server/features/delivery/deliveries/start/catch-up.ts';
import { requeueLostDeliveries } from '../server/features/delivery/deliveries/start/sweep.jobs.ts';
import { isWaiting, outboxMails } from '../server/features/outbox/messages/mails/mails.table.ts';
import { sendMails } from '../server/features/outbox/messages/mails/sending/sending.ts';
import { mailHandlers } from '../server/mail-handlers.ts';
import { minutesAfter } from '../server/platform/clock.ts';
import { mailboxMessages } from '../server/platform/mail/mailbox.table.ts';
import { actEffects } from '../server/wiring.ts';
import { timersOf } from '../server/worker.ts';
import type { Recipient } from '../shared/people/recipients.ts';
import type { TestApp } from './app.ts';
import { checkMemory } from './check-memory.ts';
import { type Report, sendReport } from './death-reports.ts';
import {
  createHeldPhoto,
  createLetter,
  createPerson,
  createRecipient,
  createSchedule,
  type Person,
} from './factories.ts';
import { deliverDue } from './released.ts';

// An owner who has left something, and one person who would gain from it and has no helper.

const secret = 'known to nobody but those whom it is for';
const toldHours = 48;

export interface Target {
  owner: Person;
  nora: Recipient;
  /** Has a phone and no email. */
  tom: Recipient;
  contacts: [Recipient, Recipient];
  photoId: string;
  since: Date;
}

/** An owner with a letter for everybody after the death, one for Nora in half an hour, and a photo on hold for review. */
export async function makeTarget(testApp: TestApp): Promise<Target> {
  const { services, clock } = testApp;
  const since = clock.now();
  const owner = await createPerson(testApp, { plan: 'premium' });
  const { id: memoryId } = await createLetter(owner, { content: secret, personalMessage: secret });
  await checkMemory(services, { memoryId, revision: 1 });
  const { id: photoId } = await createHeldPhoto(owner);
  await checkMemory(services, { memoryId: photoId, revision: 1 });
  const nora = await createRecipient(owner, { firstName: 'Nora' });
  const tom = await createRecipient(owner, { firstName: 'Tom', email: undefined, phone: '+16025550134' });
  const ines = await createRecipient(owner, { firstName: 'Inés', trustedContact: true });
  const leo = await createRecipient(owner, { firstName: 'Leo', trustedContact: true });
  const deliveryDate = minutesAfter(since, 30).toISOString();
  await createSchedule(owner, { memoryId, recipientIds: [nora.id], deliveryDate });
  const recipientIds = [nora, tom, ines, leo].map(({ id }) => id);
  await createSchedule(owner, { memoryId, recipientIds, deliveryType: 'on_death', deliveryDate });
  return { owner, nora, tom, contacts: [ines, leo], photoId, since };
}

/** Somebody else reports the owner's death, with a proof. */
export function reportTarget(testApp: TestApp, { owner }: Target): Promise<Report> {
  return sendReport(testApp, { personEmail: owner.user.email });
}

/** The mail to Nora bounces: what is for her waits until there is another address. */
export async function mailComesBack({ services: { db } }: TestApp, { owner, nora }: Target): Promise<void> {
  const theirs = and(eq(deliveryQueue.userId, owner.user.id), eq(deliveryQueue.recipientId, nora.id));
  await db
    .update(deliveryQueue)
    .set({ status: 'waiting', waitingReason: 'bad_address', deliveredAt: null })
    .where(theirs);
}

const idle =
  /^(erase-|sweep-(orphans|deleted-accounts|unsendable-mails|missed-payments|payment-notices|disputes|subscriptions|refunds)|chain-audit|(settle|open)-keep)/;

/** Runs everything that the product does by itself. */
export async function runBackground(testApp: TestApp): Promise<void> {
  const { services } = testApp;
  const repairs = {
    catchUp: catchUpAfterRestores(services, mailHandlers, actEffects),
    requeueLost: requeueLostDeliveries(services),
  };
  for (const [{ name }, run] of timersOf(services, { agrees: async () => true }, repairs))
    if (!idle.test(name)) await run();
  await deliverDue(testApp);
  await sendWaitingMails(testApp);
}

async function sendWaitingMails({ services }: TestApp): Promise<void> {
  const waiting = await services.db.select({ id: outboxMails.id }).from(outboxMails).where(isWaiting);
  const ids = waiting.map(({ id }) => id);
  await sendMails(services, mailHandlers, ids);
}

const atMostMinutes = 12 * 60;

/** Lets this many minutes pass, with everything that happens by itself; whoever is signed in stays signed in. */
export async function pass(testApp: TestApp, minutes: number): Promise<void> {
  const { clock, services } = testApp;
  for (let left = minutes; left > 0; left -= atMostMinutes) {
    clock.advance(Math.min(left, atMostMinutes) * 60);
    // An owner is asked every day, and a window in which they were not is extended.
    await sweepDeathReports(services);
    await sendWaitingMails(testApp);
  }
  await services.db.update(sessions).set({ lastUsedAt: clock.now(), createdAt: clock.now() });
  await runBackground(testApp);
}

/** The person who acts alone: the responses they got, and their addresses. */
export interface Alone {
  answers: { route: string; body: string; statusCode: number }[];
  /** How many of the responses have been checked to contain nothing that was left. */
  checkedAnswers: number;
  addresses: Set<string>;
  /** Returns another mailbox of theirs. */
  address: () => string;
  ask: (who: Person | undefined, options: InjectOptions) => Promise<LightMyRequestResponse>;
}

let mailboxes = 0;

export function newAlone({ app }: TestApp): Alone {
  const answers: Alone['answers'] = [];
  const addresses = new Set<string>();
  return {
    answers,
    checkedAnswers: 0,
    addresses,
    address() {
      const address = `mallory.${++mailboxes}@example.com`;
      addresses.add(address);
      return address;
    },
    async ask(who, options) {
      const answer = await (who ? who.request(options) : app.inject(options));
      const route = `${options.method ?? 'GET'} ${String(options.url)}`;
      answers.push({ route, body: answer.body, statusCode: answer.statusCode });
      return answer;
    },
  };
}

/** Released for a reason that is in the audit log and that the owner sees. */
const audited = /memories\/[^/]+\/(openings|opened|file|display|thumbnail)|\/packing$/;

/** Nothing may be opened or redirected, nor released, unless it should be. */
export async function expectNothingGained(
  { services: { db } }: TestApp,
  target: Target,
  alone: Alone,
  { isReleased = false } = {},
): Promise<void> {
  const { owner, since } = target;
  const { answers, addresses } = alone;
  if (!isReleased) {
    const [row] = await db.select().from(users).where(eq(users.id, owner.user.id));
    expect(row?.memorialisedAt, 'released by one alone').toBeNull();
    expect(await db.$count(releases, eq(releases.userId, owner.user.id))).toBe(0);
  }
  // Each response once, because a response does not change after it was read.
  for (const { route, body } of answers.slice(alone.checkedAnswers))
    if (!audited.test(route)) expect(body, `opened by ${route}`).not.toContain(secret);
  alone.checkedAnswers = answers.length;
  const { toAddress, subject, text, sentAt } = mailboxMessages;
  const sent: Message[] = await db
    .select({ toAddress, subject, text, sentAt })
    .from(mailboxMessages)
    .where(gte(sentAt, since));
  for (const message of sent) {
    expect(message.text).not.toContain(secret);
    if (!addresses.has(message.toAddress)) continue;
    expect(message.text, `another's link to ${message.toAddress}`).not.toMatch(
      /\/(trusted|reset-password|alive)\//,
    );
    if (message.text.includes('/received/')) expectTold(sent, target, message.sentAt);
  }
}

type Message = Pick<typeof mailboxMessages.$inferSelect, 'toAddress' | 'subject' | 'text' | 'sentAt'>;

/** The intended recipients had two days to say that the address is not theirs. */
function expectTold(sent: readonly Message[], { nora, tom, contacts }: Target, at: Date): void {
  const written = [nora, tom, ...contacts].flatMap(({ email, phone }) => [email, phone]);
  const told = sent.filter(
    ({ toAddress, subject, text, sentAt }) =>
      written.includes(toAddress) &&
      /address/i.test(subject ?? text) &&
      sentAt <= minutesAfter(at, -toldHours * 60),
  );
  expect(told.length, 'redirected, and nobody was told two days before').toBeGreaterThan(0);
}
