import { eq, sql } from 'drizzle-orm';
import { guardianNoticeDays } from '../../../../../shared/delivery/guardians.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { agreedNow, readAgreedNow, readDatabaseTime } from '../../../../platform/database-time.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { wallClockAt } from '../../../../platform/local-time.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { enqueueMail } from '../../../outbox/messages/mails/mails.ts';
import { sendingChannels } from '../../../outbox/messages/messages.ts';
import { type RecipientRow, recipients } from '../../../people/recipients/recipients.table.ts';
import { lockRecipient, ownContactOf } from '../../../people/recipients/recipients.ts';
import { record } from '../../../system/audit/audit.ts';
import { type Guarded, sayEndsAt } from './guardian-hold.ts';
import { type GuardianQuestionRow, guardianQuestions } from './guardians.table.ts';
import { ensureLink } from './links.ts';

const asking = 'guardian-questions';
export const childrenPerPage = 200;

interface Child extends Record<string, unknown>, Guarded {
  id: string;
  userId: string;
  /** Of the owner. */
  timezone: string;
  /** When the first of what was not asked about is due, or now if that is over. ISO 8601 */
  firstAt: string;
}

interface Unasked extends Record<string, unknown> {
  scheduleId: string;
  /** ISO 8601 */
  dueAt: string;
}

/**
 * Asks the guardians of children for whom something is due within the next days, or waiting. A delivery that was moved beyond that is later
 * asked about as if it never had been. Each day of deliveries gets one message, however many there are and whatever became of a date of birth.
 */
export async function askGuardians(services: Services): Promise<void> {
  const { db, sweeps } = services;
  await forgetFarAway(services);
  for (let after: string | undefined; ; ) {
    const page = await findUnasked(services, after);
    // Most letters for the birthday itself come once the say is over: by far the most of what is found, and never asked about.
    const theirs = page.filter((child) => isBefore(child.firstAt, sayEndsAt(child, child.timezone)));
    await sweeps.each(asking, theirs, (child) => inTransaction(db, (tx) => askAbout(tx, services, child)));
    after = page.at(-1)?.id;
    if (page.length < childrenPerPage) return;
  }
}

const isBefore = (at: string, end: Date | null) => end !== null && new Date(at) < end;

async function findUnasked({ db, clock, sweeps }: Services, after: string | undefined): Promise<Child[]> {
  const { rows } = await db.execute<Child>(sql`
    select r.id, r.user_id as "userId", r.birthday::text as birthday, r.guardian_id as "guardianId",
      r.guardian_until_age as "guardianUntilAge", owner.timezone, greatest(unasked.first, ${agreedNow(clock)}) as "firstAt"
    from recipients r join users owner on owner.id = r.user_id
    cross join lateral (select min("dueAt") as first from (${unaskedOf(sql`r.id`, clock)}) each_of) unasked
    where r.guardian_id is not null and r.birthday is not null and r.died_at is null
      and r.id <> all(${sql.param(sweeps.putOff(asking))}::uuid[])
      and ${after ? sql`r.id > ${after}` : sql`true`} and unasked.first is not null
    order by r.id limit ${childrenPerPage}`);
  return rows;
}

/**
 * SQL: what comes to a child soon while their guardian has a say, if it was not asked about, or had another due time then.
 * A day too many is left to the calendar of the owner's time zone.
 */
function unaskedOf(childId: ReturnType<typeof sql>, clock: Services['clock']) {
  const soon = sql`${agreedNow(clock)} + make_interval(days => ${guardianNoticeDays})`;
  return sql`
    select s.id as "scheduleId", s.due_at as "dueAt" from memory_recipients mr
    join schedules s on s.id = mr.schedule_id
    join recipients child on child.id = mr.recipient_id
    join users u on u.id = child.user_id and u.deletion_requested_at is null
    where mr.recipient_id = ${childId} and not s.is_delivered and s.memory_id is not null and s.due_at <= ${soon}
      and (greatest(s.due_at, ${agreedNow(clock)}) at time zone 'UTC')::date <= child.birthday + make_interval(years => child.guardian_until_age) + interval '1 day'
      and not exists (
        select from delivery_queue d
        where d.schedule_id = s.id and d.recipient_id = mr.recipient_id and d.status = 'delivered')
      and not exists (
        select from guardian_questions q
        where q.schedule_id = s.id and q.recipient_id = mr.recipient_id
          and q.guardian_id = child.guardian_id and q.due_at = s.due_at)`;
}

/**
 * Forgets questions about deliveries that have not begun and no longer come soon: the guardian is asked again in time. Keeps those of an
 * account that is being deleted: its deliveries have no date until the owner takes that back, and may then be due at once.
 */
async function forgetFarAway({ db, clock }: Services): Promise<void> {
  const soon = sql`${agreedNow(clock)} + make_interval(days => ${guardianNoticeDays})`;
  await db.execute(sql`
    delete from guardian_questions q using schedules s, users u
    where s.id = q.schedule_id and u.id = s.user_id and u.deletion_requested_at is null and s.started_at is null and (s.due_at is null or s.due_at > ${soon})`);
}

async function askAbout(tx: Tx, services: Services, { id, userId }: Child): Promise<void> {
  const child = await lockRecipient(tx, userId, id);
  const owner = requireFound((await tx.select().from(users).where(eq(users.id, userId)))[0]);
  const now = await readAgreedNow(tx, services.clock);
  const endsAt = sayEndsAt(child, owner.timezone);
  if (!now || !endsAt || !child.guardianId) return;
  const { rows } = await tx.execute<Unasked>(unaskedOf(sql`${id}`, services.clock));
  const due = rows.map((row) => ({ ...row, dueAt: new Date(row.dueAt) }));
  const theirs = due.filter(({ dueAt }) => dueAt < endsAt && now < endsAt);
  if (theirs.length === 0) return;
  const [guardian] = await tx.select().from(recipients).where(eq(recipients.id, child.guardianId));
  // Asked once there is an address: a message that cannot be sent would count as asked, and silence as consent.
  if (!guardian || !ownContactOf(guardian, sendingChannels(services))) return;
  const guarded = { ...child, guardianId: guardian.id };
  const days = new Map<string, Date>();
  for (const each of theirs) {
    const { answer, dueAt } = await writeQuestion(tx, services, guarded, each);
    if (!answer) days.set(wallClockAt(dueAt, owner.timezone).localDate, dueAt);
  }
  await mailQuestionsLater(tx, services, { child: guarded, guardian }, days);
}

type GuardedChild = RecipientRow & { guardianId: string };

/** An answer stays with a schedule that moves to another time; a schedule added at a moment takes over the answer given about it. */
async function writeQuestion(
  tx: Tx,
  services: Services,
  { id: recipientId, userId, guardianId }: GuardedChild,
  { scheduleId, dueAt }: { scheduleId: string; dueAt: Date },
): Promise<GuardianQuestionRow> {
  const asked = await tx
    .select()
    .from(guardianQuestions)
    .where(eq(guardianQuestions.recipientId, recipientId));
  const theirs = asked.filter((each) => each.guardianId === guardianId);
  const before =
    theirs.find((each) => each.scheduleId === scheduleId) ??
    theirs.find((each) => each.dueAt.getTime() === dueAt.getTime());
  const values = {
    ...{ userId, scheduleId, recipientId, guardianId, dueAt },
    askedAt: before?.askedAt ?? (await readDatabaseTime(tx, services.clock)),
    answer: before?.answer ?? null,
    answeredAt: before?.answeredAt ?? null,
    askAgainOn: before?.askAgainOn ?? null,
  };
  const [question] = await tx
    .insert(guardianQuestions)
    .values(values)
    .onConflictDoUpdate({
      target: [guardianQuestions.scheduleId, guardianQuestions.recipientId],
      set: values,
    })
    .returning();
  return requireFound(question);
}

/** One message per day, which a restart, another letter or a corrected date of birth does not repeat, and another for each new link. */
async function mailQuestionsLater(
  tx: Tx,
  services: Services,
  { child, guardian }: { child: GuardedChild; guardian: RecipientRow },
  days: ReadonlyMap<string, Date>,
): Promise<void> {
  const { userId, id: recipientId, guardianId } = child;
  const { id: subjectId, generation } = await ensureLink(tx, services, { userId, recipientId, guardianId });
  const again = generation > 1 ? `:${generation}` : '';
  const waitsUntil = guardian.addressWaitsUntil;
  const heldUntil = waitsUntil && waitsUntil > services.clock.now() ? waitsUntil : undefined;
  const at = services.clock.now();
  for (const [day, dueAt] of [...days].toSorted()) {
    const dedupeKey = `guardian:${recipientId}:${guardianId}:${day}${again}`;
    const mail = {
      kind: 'guardian-asked',
      userId,
      subjectId,
      details: { day, dueAt: dueAt.toISOString() },
      dedupeKey,
      heldUntil,
    } as const;
    if (!(await enqueueMail(tx, services, mail))) continue;
    const details = { guardian: guardianId };
    await record(tx, at, {
      action: 'guardian.asked',
      actor: 'system',
      userId,
      subjectId: recipientId,
      details,
    });
  }
}
