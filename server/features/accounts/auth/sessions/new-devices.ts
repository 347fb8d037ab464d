import { and, asc, eq, gt, lt, notExists, notInArray, sql } from 'drizzle-orm';
import { minutesAfter, wholeDaysAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { formatDevice } from '../../../../platform/http/format-device.ts';
import { outboxMails } from '../../../outbox/messages/mails/mails.table.ts';
import { enqueueMail } from '../../../outbox/messages/mails/mails.ts';
import { record } from '../../../system/audit/audit.ts';
import { users } from '../../profile/profile.table.ts';
import { type SessionRow, sessions } from './sessions.table.ts';

/** The owner is normally notified within moments; after this long, the process must have crashed first. */
const usuallyNotifiedMinutes = 1;
const perSweep = 500;

/** Notifies the owner of a sign-in from a new browser, and records it in the audit log; once per session. */
export async function notifyOfNewDevice(
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
    const detail = formatDevice(userAgent);
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

/** Notifies owners if the process ended between the sign-in and the mail. */
export async function notifyOfNewDevices(services: Services): Promise<void> {
  const { db, clock } = services;
  const now = clock.now();
  const notified = db
    .select({ one: sql`1` })
    .from(outboxMails)
    .where(eq(outboxMails.dedupeKey, sql`'new-device:' || ${sessions.id}`));
  const missed = await db
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.isNewDevice, true),
        lt(sessions.createdAt, minutesAfter(now, -usuallyNotifiedMinutes)),
        gt(sessions.createdAt, wholeDaysAfter(now, -1)),
        notExists(notified),
        notInArray(sessions.id, services.sweeps.putOff('new-devices')),
      ),
    )
    .orderBy(asc(sessions.createdAt))
    .limit(perSweep);
  await services.sweeps.each('new-devices', missed, (session) => notifyOfNewDevice(services, session));
}
