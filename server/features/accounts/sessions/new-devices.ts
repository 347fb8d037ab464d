import { and, asc, eq, gt, lt, notExists, sql } from 'drizzle-orm';
import { minutesAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/database.ts';
import { outboxMails } from '../../outbox/mails/mails.table.ts';
import { enqueueMail } from '../../outbox/mails/mails.ts';
import { record } from '../../system/audit/audit.ts';
import { users } from '../accounts/accounts.table.ts';
import { deviceWords } from './device-words.ts';
import { type SessionRow, sessions } from './sessions.table.ts';

/** A sign-in is told of within moments; what is untold after this was left behind by a crash. */
const patienceMinutes = 1;
const perSweep = 500;

/** Writes down that somebody signed in with a browser not seen before, and tells the owner; once for each session. */
export async function tellOfNewDevice(
  { db, jobs, clock }: Pick<Services, 'db' | 'jobs' | 'clock'>,
  { id, userId, userAgent }: Pick<SessionRow, 'id' | 'userId' | 'userAgent'>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const [owner] = await tx
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(eq(users.id, userId))
      .for('key share');
    if (!owner) return;
    const detail = deviceWords(userAgent);
    const isFirst = await enqueueMail(
      tx,
      { jobs, clock },
      {
        kind: 'new-device',
        userId: owner.id,
        toAddress: owner.email,
        details: { detail },
        dedupeKey: `new-device:${id}`,
      },
    );
    if (!isFirst) return;
    await record(tx, clock.now(), {
      action: 'session.opened-on-new-device',
      actor: userId,
      userId,
      subjectId: id,
    });
  });
}

/** Called at a steady beat, for those whose process ended between the sign-in and the telling. */
export async function tellOfNewDevices(services: Services): Promise<void> {
  const { db, clock } = services;
  const now = clock.now();
  const told = db
    .select({ one: sql`1` })
    .from(outboxMails)
    .where(eq(outboxMails.dedupeKey, sql`'new-device:' || ${sessions.id}`));
  const untold = await db
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.isNewDevice, true),
        lt(sessions.createdAt, minutesAfter(now, -patienceMinutes)),
        gt(sessions.createdAt, minutesAfter(now, -24 * 60)),
        notExists(told),
      ),
    )
    .orderBy(asc(sessions.createdAt))
    .limit(perSweep);
  for (const session of untold) await tellOfNewDevice(services, session);
}
