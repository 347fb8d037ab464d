import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { type LifeChangeKind, lifeChangeKinds } from '../../../../../shared/after-death/trusted-access.ts';
import { minutesAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { readDatabaseTime } from '../../../../platform/database-time.ts';
import { resumeHeldDeliveriesTo } from '../../../delivery/deliveries/deliveries.ts';
import { enqueueMail } from '../../../outbox/messages/mails/mails.ts';
import { lockRecipient, nameGuardian } from '../../../people/recipients/recipients.ts';
import { recordAll } from '../../../system/audit/audit.ts';
import type { CountQueue } from '../../../system/changes/changes.ts';
import { type LifeChangeRow, lifeChanges } from './life-changes.table.ts';

/**
 * Ends everything that trusted contacts told us about the people of an owner who turned out to be alive, and
 * resumes what was paused. The owner is told what it was. The caller has locked the owner and their schedules.
 */
export async function endLifeChangesOf(tx: Tx, services: Services, userId: string): Promise<void> {
  await unnameGuardians(tx, services, userId);
  const unended = and(eq(lifeChanges.userId, userId), isNull(lifeChanges.endedAt));
  const rows = await tx.select().from(lifeChanges).where(unended).orderBy(asc(lifeChanges.recipientId));
  const [first] = rows;
  if (!first) return;
  const endedAt = await readDatabaseTime(tx, services.clock);
  await tx.update(lifeChanges).set({ endedAt, endedBy: 'system' }).where(unended);
  for (const recipientId of new Set(rows.map((row) => row.recipientId))) {
    await lockRecipient(tx, userId, recipientId);
    await resumeHeldDeliveriesTo(tx, services, { recipientId, actor: 'system' });
  }
  await recordAll(
    tx,
    endedAt,
    rows.map(({ id, kind }) => ({
      action: 'life-change.ended',
      actor: 'system',
      userId,
      subjectId: id,
      details: { kind },
    })),
  );
  await enqueueMail(tx, services, {
    kind: 'life-changes-ended',
    userId,
    subjectId: first.id,
    details: { endedAt: endedAt.toISOString() },
  });
}

/** Guardians whom staff named after the death lose their say; those whom the owner has named since keep it. */
async function unnameGuardians(tx: Tx, services: Services, userId: string): Promise<void> {
  const isNamed = and(
    eq(lifeChanges.userId, userId),
    isNotNull(lifeChanges.guardianId),
    isNotNull(lifeChanges.confirmedAt),
  );
  for (const { recipientId, guardianId } of await tx.select().from(lifeChanges).where(isNamed)) {
    const person = await lockRecipient(tx, userId, recipientId);
    if (person.guardianId === guardianId) await nameGuardian(tx, services, person, { guardianId: null });
  }
}

/** An entry is late after this long without an answer. */
const lateAfterHours = 48;

export function isLate(
  { clock }: Pick<Services, 'clock'>,
  { createdAt, answeredAt, endedAt }: LifeChangeRow,
): boolean {
  return !answeredAt && !endedAt && createdAt <= minutesAfter(clock.now(), -lateAfterHours * 60);
}

interface Group extends Record<string, unknown> {
  kind: LifeChangeKind;
  count: number;
  late: number;
  oldest: string;
}

export const countLifeChanges: CountQueue = async ({ db, clock }) => {
  const { rows } = await db.execute<Group>(sql`
    select kind, count(*)::int as count, min(created_at) as oldest,
      count(*) filter (where created_at <= ${clock.databaseNow()} - make_interval(hours => ${lateAfterHours}))::int as late
    from life_changes where ended_at is null and answered_at is null group by 1`);
  const groups = rows.toSorted((a, b) => lifeChangeKinds.indexOf(b.kind) - lifeChangeKinds.indexOf(a.kind));
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  return {
    count: sum(rows.map(({ count }) => count)),
    oldest: rows.length > 0 ? new Date(Math.min(...rows.map(({ oldest }) => Date.parse(oldest)))) : null,
    late: sum(rows.map(({ late }) => late)),
    detail: groups.map(({ count, kind }) => `${count} ${words[kind]}`).join(', ') || null,
  };
};

const words: Record<LifeChangeKind, string> = {
  moved: 'moved',
  new_name: 'new name',
  minor: 'too young',
  pause: 'to pause',
  died: 'died',
  hold: 'to hold',
};
