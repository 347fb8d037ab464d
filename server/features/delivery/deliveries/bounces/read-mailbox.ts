import { and, asc, eq, lte, sql } from 'drizzle-orm';
import { minutesAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, isDatabaseUnavailable, type Tx } from '../../../../platform/database.ts';
import { newId } from '../../../../platform/ids.ts';
import {
  type ImapMailbox,
  MailboxError,
  type OpenMailbox,
} from '../../../../platform/mail/bounce-mailbox.ts';
import { bounceMaxBytes } from '../../../../platform/mail/bounce-report.ts';
import { leaseEnd } from '../../../outbox/messages/messages.ts';
import { bounceMailboxes, unreadBounces } from './bounces.table.ts';
import { readBounce, receiveBounce } from './receive-bounces.ts';

// Messages are identified by their numbers (UIDs), and only read: none is marked or moved. The position is saved in
// the transaction that applies what a message says, so a worker that is killed has done both or neither.

const sweep = 'bounce-mailbox';
const messagesPerRun = 200;
const againAfterMinutes = 15;
const errorMaxCharacters = 500;

/** Timer: reads what has arrived. One worker does so at a time; while the server is unreachable, it is tried again later. */
export async function readBounceMailbox(services: Services): Promise<void> {
  const { bounceMailbox: mailbox, log, metrics } = services;
  if (!mailbox) return;
  metrics.sweepFailed(sweep, 0);
  const claim = { mailbox: mailbox.name, id: newId() };
  if (!(await claimMailbox(services, claim))) return;
  try {
    await mailbox.read((opened) => readNext(services, claim, opened));
  } catch (error) {
    if (!(error instanceof MailboxError)) throw error;
    metrics.sweepFailed(sweep, 1);
    log.warn(
      { reason: error.message, mailbox: mailbox.name },
      'the mailbox of bounces cannot be read; it will be tried again',
    );
  } finally {
    await releaseMailbox(services, claim).catch(() => undefined);
  }
}

interface Claim {
  mailbox: ImapMailbox['name'];
  /** The fencing token. */
  id: string;
}

const isHeldBy = ({ mailbox, id }: Claim) =>
  and(eq(bounceMailboxes.name, mailbox), eq(bounceMailboxes.claimId, id));

/** False if another worker is reading it. */
async function claimMailbox({ db, clock }: Services, { mailbox, id }: Claim): Promise<boolean> {
  const lease = { claimId: id, leasedUntil: leaseEnd(clock) };
  const claimed = await db
    .insert(bounceMailboxes)
    .values({ name: mailbox, ...lease })
    .onConflictDoUpdate({
      target: bounceMailboxes.name,
      set: lease,
      setWhere: sql`${bounceMailboxes.leasedUntil} <= ${clock.databaseNow()}`,
    })
    .returning({ name: bounceMailboxes.name });
  return claimed.length > 0;
}

async function releaseMailbox({ db, clock }: Services, claim: Claim): Promise<void> {
  await db
    .update(bounceMailboxes)
    .set({ leasedUntil: sql`${clock.databaseNow()}` })
    .where(isHeldBy(claim));
}

async function readNext(services: Services, claim: Claim, opened: OpenMailbox): Promise<void> {
  const lastUid = await startFrom(services, claim, opened.uidValidity);
  if (lastUid === undefined) return;
  const again = await listUnread(services, claim);
  const fresh = await opened.uidsAfter(lastUid);
  for (const uid of [...again, ...fresh].slice(0, messagesPerRun)) {
    const isHeld = await readOne(services, claim, opened, uid).catch((error: unknown) => {
      // Then nothing counts as read.
      if (error instanceof MailboxError || isDatabaseUnavailable(error)) throw error;
      return keepByNumber(services, claim, uid, error);
    });
    if (!isHeld) return;
  }
}

/** The number to continue after; 0 if the server has renumbered its messages. Undefined if another worker has taken the mailbox. */
async function startFrom(
  { db, log }: Services,
  claim: Claim,
  uidValidity: bigint,
): Promise<number | undefined> {
  return inTransaction(db, async (tx) => {
    const [known] = await tx.select().from(bounceMailboxes).where(isHeldBy(claim)).for('update');
    if (!known || known.uidValidity === uidValidity) return known?.lastUid;
    if (known.uidValidity !== null)
      log.warn(
        { mailbox: claim.mailbox },
        'the mailbox of bounces numbers its messages anew; it is read from its beginning',
      );
    await tx.delete(unreadBounces).where(eq(unreadBounces.mailbox, claim.mailbox));
    await tx.update(bounceMailboxes).set({ uidValidity, lastUid: 0 }).where(isHeldBy(claim));
    return 0;
  });
}

/** Messages that failed before, long enough ago to try again. */
async function listUnread({ db, clock }: Services, { mailbox }: Claim): Promise<number[]> {
  const found = await db
    .select({ uid: unreadBounces.uid })
    .from(unreadBounces)
    .where(
      and(
        eq(unreadBounces.mailbox, mailbox),
        lte(unreadBounces.failedAt, minutesAfter(clock.now(), -againAfterMinutes)),
      ),
    )
    .orderBy(asc(unreadBounces.uid));
  return found.map(({ uid }) => uid);
}

/** False if another worker has taken the mailbox. */
async function readOne(services: Services, claim: Claim, opened: OpenMailbox, uid: number): Promise<boolean> {
  const raw = await opened.fetch(uid, bounceMaxBytes);
  const bounce = raw && (await readBounce(services, raw, { mailbox: claim.mailbox, uid }));
  return inTransaction(services.db, async (tx) => {
    if (!(await moveOn(tx, services, claim, uid))) return false;
    await tx.delete(unreadBounces).where(isNumbered(claim, uid));
    if (bounce) await receiveBounce(tx, services, bounce);
    return true;
  });
}

/** The fault is ours: this message is tried again later, and those after it are read now. */
function keepByNumber(services: Services, claim: Claim, uid: number, fault: unknown): Promise<boolean> {
  const { db, clock, log, metrics } = services;
  const { mailbox } = claim;
  log.error(
    { err: fault, mailbox, uid },
    'a message in the mailbox of bounces failed and will be tried again',
  );
  metrics.sweepFailed(sweep, 1);
  const note = { error: String(fault).slice(0, errorMaxCharacters), failedAt: clock.now() };
  return inTransaction(db, async (tx) => {
    if (!(await moveOn(tx, services, claim, uid))) return false;
    await tx
      .insert(unreadBounces)
      .values({ mailbox, uid, ...note })
      .onConflictDoUpdate({ target: [unreadBounces.mailbox, unreadBounces.uid], set: note });
    return true;
  });
}

const isNumbered = ({ mailbox }: Claim, uid: number) =>
  and(eq(unreadBounces.mailbox, mailbox), eq(unreadBounces.uid, uid));

/** Counts a message as handled, and renews the lease. Returns false and writes nothing if another worker has claimed the mailbox since. */
async function moveOn(tx: Tx, { clock }: Services, claim: Claim, uid: number): Promise<boolean> {
  const lastUid = sql`greatest(${bounceMailboxes.lastUid}, ${uid}::bigint)`;
  const { rowCount } = await tx
    .update(bounceMailboxes)
    .set({ lastUid, leasedUntil: leaseEnd(clock) })
    .where(isHeldBy(claim));
  return rowCount === 1;
}
