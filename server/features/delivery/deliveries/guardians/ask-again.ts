import { and, eq, inArray, sql } from 'drizzle-orm';
import { ageAt, birthdayAtAge } from '../../../../../shared/people/guardians.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { agreedNow, readAgreedNow } from '../../../../platform/database-time.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { wallClockAt } from '../../../../platform/local-time.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { enqueueMail } from '../../../outbox/messages/mails/mails.ts';
import { lockRecipient } from '../../../people/recipients/recipients.ts';
import { childrenPerPage } from './ask-guardians.ts';
import { type Guarded, sayEndsAt } from './guardian-hold.ts';
import { guardianQuestions } from './guardians.table.ts';
import { ensureLink } from './links.ts';

const sweep = 'guardian-questions-again';

interface Child extends Record<string, unknown> {
  id: string;
  userId: string;
}

/** Asks again about deliveries that guardians have put off until today. */
export async function askGuardiansAgain(services: Services): Promise<void> {
  const { db, clock, sweeps } = services;
  for (let after: string | undefined; ; ) {
    // A day too early for most time zones: those children are found, and nothing is asked yet.
    const { rows } = await db.execute<Child>(sql`
      select distinct r.id, r.user_id as "userId" from guardian_questions q join recipients r on r.id = q.recipient_id
      where q.ask_again_on <= ((${agreedNow(clock)} + interval '14 hours') at time zone 'UTC')::date
        and r.id <> all(${sql.param(sweeps.putOff(sweep))}::uuid[])
        and ${after ? sql`r.id > ${after}` : sql`true`}
      order by r.id limit ${childrenPerPage}`);
    await sweeps.each(sweep, rows, (child) => inTransaction(db, (tx) => askAgain(tx, services, child)));
    after = rows.at(-1)?.id;
    if (rows.length < childrenPerPage) return;
  }
}

async function askAgain(tx: Tx, services: Services, { id, userId }: Child): Promise<void> {
  const child = await lockRecipient(tx, userId, id);
  const owner = requireFound((await tx.select().from(users).where(eq(users.id, userId)))[0]);
  const now = await readAgreedNow(tx, services.clock);
  if (!now) return;
  const today = wallClockAt(now, owner.timezone).localDate;
  const asked = await tx
    .select()
    .from(guardianQuestions)
    .where(and(eq(guardianQuestions.recipientId, id), sql`${guardianQuestions.askAgainOn} <= ${today}`));
  if (asked.length === 0) return;
  const endsAt = sayEndsAt(child, owner.timezone);
  const ids = asked
    .filter(({ guardianId }) => guardianId === child.guardianId)
    .map((question) => question.id);
  const { guardianId } = child;
  const hasSay = guardianId !== null && endsAt !== null && now < endsAt && ids.length > 0;
  await tx
    .update(guardianQuestions)
    .set({ askAgainOn: hasSay ? nextBirthday(child, today) : null })
    .where(
      inArray(
        guardianQuestions.id,
        asked.map((question) => question.id),
      ),
    );
  if (!hasSay) return;
  const { id: subjectId } = await ensureLink(tx, services, { userId, recipientId: id, guardianId });
  const dedupeKey = `guardian-again:${id}:${guardianId}:${today}`;
  await enqueueMail(tx, services, { kind: 'guardian-asked-again', userId, subjectId, dedupeKey });
}

/** The next birthday after this day on which the guardian still has a say; null if there is none. */
export function nextBirthday({ birthday, guardianUntilAge }: Guarded, day: string): string | null {
  if (!birthday) return null;
  const age = ageAt(birthday, day) + 1;
  return age < guardianUntilAge ? birthdayAtAge(birthday, age) : null;
}
