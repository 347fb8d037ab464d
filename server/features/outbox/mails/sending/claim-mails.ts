import { and, asc, eq, gt, inArray, isNotNull, lte, notInArray, type SQL, sql } from 'drizzle-orm';
import { sendMails } from '../../../../job-list.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { newId } from '../../../../platform/ids.ts';
import { idsOf } from '../../../../platform/sweeps.ts';
import { isWaiting, type MailRow, outboxMails } from '../mails.table.ts';

// Who may send a mail: one worker at a time, as long as its lease lasts. Nothing is transmitted inside a transaction, since a
// transaction that fails is repeated.

/** How long a worker that says nothing keeps its claim. */
const leaseSeconds = 30;
const renewEverySeconds = 10;
/** Abandoned mails that one sweep enqueues. */
const perSweep = 500;

/** Mails that go with one message, which this worker may send until its lease ends. */
export interface MailClaim {
  /** The fencing token: once a later claim has taken its place, this one writes nothing. */
  readonly id: string;
  readonly mailIds: readonly string[];
  /** The end of its lease, in seconds of uptime: a clock that is set does not move it. */
  leaseUntilUptime: number;
}

function leaseEnd(clock: Clock): SQL {
  return sql`${clock.databaseNow()} + make_interval(secs => ${leaseSeconds})`;
}

/** In a query: another worker may be sending it at this moment. */
export function isLeased({ clock }: Pick<Services, 'clock'>): SQL {
  return gt(outboxMails.leasedUntil, clock.databaseNow());
}

/** Locks the mail; undefined where it is over, held back, or held by another worker. */
export async function lockUnclaimed(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  mailId: string,
): Promise<{ mail: MailRow; isLeased: boolean } | undefined> {
  const [found] = await tx
    .select({ mail: outboxMails, isLeased: sql<boolean>`${isLeased({ clock })} is true` })
    .from(outboxMails)
    .where(and(eq(outboxMails.id, mailId), isWaiting))
    .for('update');
  return found?.mail.heldUntil ? undefined : found;
}

/** Undefined where one of them is no longer to be sent, so that what was written tells too much. */
export async function claimMails(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  mailIds: readonly string[],
): Promise<MailClaim | undefined> {
  const these = and(inArray(outboxMails.id, [...mailIds]), isWaiting);
  const locked = await tx
    .select({ id: outboxMails.id })
    .from(outboxMails)
    .where(these)
    .orderBy(asc(outboxMails.id))
    .for('update');
  if (locked.length < mailIds.length) return undefined;
  const id = newId();
  const leaseUntilUptime = clock.uptimeSeconds() + leaseSeconds;
  await tx
    .update(outboxMails)
    .set({
      claimId: id,
      claimedAt: clock.now(),
      leasedUntil: leaseEnd(clock),
      outcomeUnknownAt: sql`case when ${outboxMails.claimId} is null then ${outboxMails.outcomeUnknownAt}
        else coalesce(${outboxMails.outcomeUnknownAt}, ${outboxMails.claimedAt}) end`,
    })
    .where(these);
  return { id, mailIds, leaseUntilUptime };
}

/** In a statement: the mails of a claim, unless another worker has taken them since. */
export function heldBy({ id }: MailClaim): SQL | undefined {
  return and(eq(outboxMails.claimId, id), isWaiting);
}

/** What a claim leaves behind once its outcome is written down. */
export const unclaimed = { claimId: null, claimedAt: null, leasedUntil: null };

/** Whether nobody else can have claimed the mails yet, as far as this worker knows. */
export function holdsLease({ clock }: Pick<Services, 'clock'>, claim: MailClaim): boolean {
  return clock.uptimeSeconds() < claim.leaseUntilUptime;
}

/** Does `work` while the lease is renewed. While the database is down it runs out; the claim holds unless another takes the mails. */
export async function whileLeased<T>(
  services: Services,
  claim: MailClaim,
  work: () => Promise<T>,
): Promise<T> {
  const renewal = setInterval(() => {
    renew(services, claim).catch((error) =>
      services.log.warn({ err: error }, 'the lease of a mail that is being sent could not be renewed'),
    );
  }, renewEverySeconds * 1000);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
  }
}

async function renew({ db, clock }: Services, claim: MailClaim): Promise<void> {
  const leaseUntilUptime = clock.uptimeSeconds() + leaseSeconds;
  const { rowCount } = await db
    .update(outboxMails)
    .set({ leasedUntil: leaseEnd(clock) })
    .where(heldBy(claim));
  claim.leaseUntilUptime = rowCount ? leaseUntilUptime : 0;
}

/** Enqueues mails whose worker said nothing until its lease had ended. */
export async function requeueAbandoned({
  db,
  clock,
  jobs,
  sweeps,
}: Pick<Services, 'db' | 'clock' | 'jobs' | 'sweeps'>): Promise<void> {
  const name = 'abandoned-mails';
  const { id, claimId, leasedUntil } = outboxMails;
  const isAbandoned = and(isWaiting, isNotNull(claimId), lte(leasedUntil, clock.databaseNow()));
  const abandoned = await db
    .select({ id })
    .from(outboxMails)
    .where(and(isAbandoned, notInArray(id, sweeps.putOff(name))))
    .limit(perSweep);
  await sweeps.together(name, abandoned, (some) =>
    inTransaction(db, async (tx) => {
      // Its claim stays, and tells the next worker that an attempt may have reached somebody.
      const again = await tx
        .update(outboxMails)
        .set({ leasedUntil: null })
        .where(and(isAbandoned, inArray(id, idsOf(some))))
        .returning({ id });
      const payloads = again.map((row) => ({ mailIds: [row.id] }));
      await jobs.enqueue(tx, sendMails, payloads);
    }),
  );
}
