/** Runs the product while the demo data is created, and waits for its background work. */
import { eq, sql } from 'drizzle-orm';
import { buildApp } from '../../server/app.ts';
import type { Config } from '../../server/platform/config.ts';
import type { Services } from '../../server/platform/context.ts';
import { createLog } from '../../server/platform/log.ts';
import type { Mailer, MessageFault } from '../../server/platform/mail/mail.ts';
import { mailboxMessages } from '../../server/platform/mail/mailbox.table.ts';
import { openServices } from '../../server/services.ts';
import { startWorker } from '../../server/worker.ts';
import type { Memory } from '../../shared/memories/memories.ts';
import { openReceived, type Session, type Visitor } from './http.ts';
import { createOffsetClock, type OffsetClock } from './offset-clock.ts';

const timeoutSeconds = 120;
const pollMilliseconds = 50;
const drainSeconds = 5;

export interface Demo extends Visitor {
  clock: OffsetClock;
  services: Services;
  /** What the mail server replies to emails to such a domain. */
  faults: Map<string, MessageFault>;
  close(): Promise<void>;
}

/** Starts the product on the database and files of `config`, on a free port. Links in emails still use the usual port. */
export async function openDemo(config: Config): Promise<Demo> {
  const clock = createOffsetClock();
  const { services: opened, close } = await openServices(config, createLog('warn'), { clock });
  const faults = new Map<string, MessageFault>();
  const { mailer } = opened;
  const send: Mailer['send'] = async (mail) => {
    const fault = faults.get(mail.to.split('@').at(-1) ?? '');
    if (fault) throw fault;
    await mailer.send(mail);
  };
  const services = { ...opened, mailer: { ...mailer, send } };
  const worker = await startWorker(services);
  const app = await buildApp(services);
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    address,
    cookies: new Map(),
    clock,
    services,
    faults,
    async close() {
      await app.close();
      await worker.stop();
      await close(drainSeconds);
    },
  };
}

/** Waits until all of the owner's memories have been checked, whatever the result. */
export function untilChecked(session: Session): Promise<Memory[]> {
  return until('the memories to be checked', async () => {
    const memories = await session.memories();
    return memories.every((memory) => memory.isApproved || memory.heldReason) ? memories : undefined;
  });
}

/** Like `untilChecked`, but throws if one was not approved. */
export async function untilApproved(session: Session): Promise<void> {
  const memories = await untilChecked(session);
  const held = memories.find((memory: Memory) => !memory.isApproved);
  if (held) throw new Error(`"${held.title}" was not approved: ${held.heldReason}`);
}

/**
 * Waits until everything of the owner that is due has been sent, and everybody to be notified has been;
 * confirmations, which are collected for a minute, are sent later.
 */
export async function untilDelivered(demo: Demo, session: Session): Promise<void> {
  await until('what is due to be delivered', async () => {
    const now = demo.clock.now().toISOString();
    const due = (await session.schedules()).filter(
      (schedule) => schedule.deliveryType === 'scheduled' && schedule.deliveryDate <= now,
    );
    return due.every((schedule) => schedule.isDelivered) || undefined;
  });
  await until('the jobs to be done', async () => {
    const waiting = await demo.services.db.execute(sql`
      select 1 from pgboss.job where state in ('created', 'retry', 'active') and start_after <= now()`);
    return waiting.rowCount === 0 || undefined;
  });
}

/** Follows the newest link sent to `recipient` (an email address or phone number) and opens what it leads to. */
export async function openNewestLink(demo: Demo, recipient: string): Promise<void> {
  const messages = await demo.services.db
    .select()
    .from(mailboxMessages)
    .where(eq(mailboxMessages.toAddress, recipient))
    .orderBy(mailboxMessages.id);
  const token = messages
    .map((message) => /\/received\/([\w-]{43})/.exec(message.text)?.[1])
    .findLast((found) => found !== undefined);
  if (!token) throw new Error(`Nothing was sent to ${recipient}`);
  await openReceived(demo, recipient, token);
}

/** Polls until `look` finds something. Throws after two minutes. */
export async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + timeoutSeconds * 1000;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`Still waiting for ${what} after ${timeoutSeconds} s`);
    await new Promise((resume) => {
      setTimeout(resume, pollMilliseconds);
    });
  }
}
