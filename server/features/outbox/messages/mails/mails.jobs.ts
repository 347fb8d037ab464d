import { and, asc, gt, inArray, isNotNull, isNull, lt, lte, notInArray, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { sendMails as sendMailsJob } from '../../../../job-list.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { agreedNow } from '../../../../platform/database-time.ts';
import { type JobHandler, requeueLost } from '../../../../platform/jobs.ts';
import { idsOf } from '../../../../platform/sweeps.ts';
import { announceToStaff } from '../../../system/changes/changes.ts';
import { undoKinds } from './mail-states.ts';
import { isWaiting, outboxMails } from './mails.table.ts';
import type { MailHandlers } from './mails.ts';
import { releaseHeldMails } from './quota/quota.ts';
import { sendMails } from './sending/sending.ts';

const perSweep = 500;
const deletedPerSweep = 5_000;
const storedDays = 30;

export const sendMailsHandler =
  (services: Services, handlers: MailHandlers): JobHandler<z.output<typeof sendMailsJob.payload>> =>
  ({ mailIds }) =>
    sendMails(services, handlers, mailIds);

export const sweepHeldMails = releaseHeldMails;

/** Enqueues mails whose worker was not heard of until its lease ended. */
export async function sweepAbandonedMails({
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
      await jobs.enqueue(tx, sendMailsJob, payloads);
    }),
  );
}

/** Enqueues unsent mails whose jobs were lost with the queue. */
export async function sweepLostMails(services: Services): Promise<void> {
  await requeueLost(services, sendMailsJob, async (db, isLost) => {
    const unsent = await db
      .select({ id: outboxMails.id })
      .from(outboxMails)
      .where(and(isWaiting, isNull(outboxMails.heldUntil), isLost(outboxMails.id)))
      .orderBy(asc(outboxMails.createdAt), asc(outboxMails.id))
      .limit(perSweep);
    return unsent.map(({ id }) => ({ mailIds: [id] }));
  });
}

/** Deletes mails, with the addresses in them, once nobody needs them any more. */
export async function eraseMails({ db, clock, sweeps }: Sweeping): Promise<void> {
  const isOver = or(
    isNotNull(outboxMails.sentAt),
    isNotNull(outboxMails.unwantedAt),
    and(
      ...[isWaiting, isNotNull(outboxMails.tokenHash), lt(outboxMails.validUntil, agreedNow(clock))],
      notInArray(outboxMails.kind, [...undoKinds]),
    ),
  );
  const name = 'old-mails';
  const old = await db
    .select({ id: outboxMails.id })
    .from(outboxMails)
    .where(and(isOld(clock), isOver, notInArray(outboxMails.id, sweeps.putOff(name))))
    .limit(deletedPerSweep);
  await sweeps.together(name, old, (some) =>
    db.delete(outboxMails).where(and(isOver, inArray(outboxMails.id, idsOf(some)))),
  );
}

/** A mail that could not be sent for so long has failed, and stays for staff to see. */
export async function sweepUnsendableMails({ db, clock, sweeps }: Sweeping): Promise<void> {
  const isHopeless = and(isOld(clock), isWaiting, gt(outboxMails.attempts, 0));
  const hopeless = await db.select({ id: outboxMails.id }).from(outboxMails).where(isHopeless);
  await sweeps.together('unsendable-mails', hopeless, (some) =>
    inTransaction(db, async (tx) => {
      const { rowCount } = await tx
        .update(outboxMails)
        .set({ failedAt: clock.now() })
        .where(and(isHopeless, inArray(outboxMails.id, idsOf(some))));
      if (rowCount) await announceToStaff(tx);
    }),
  );
}

type Sweeping = Pick<Services, 'db' | 'clock' | 'sweeps'>;

function isOld(clock: Services['clock']) {
  const before = sql`${agreedNow(clock)} - make_interval(hours => ${storedDays * 24})`;
  return and(lt(outboxMails.createdAt, before), isNull(outboxMails.heldUntil));
}
