import { and, eq } from 'drizzle-orm';
import type { SeriesForm } from '../../../../../shared/delivery/series.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { AppError, requireFound } from '../../../../platform/errors.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { isEmailVerified, lockOwner } from '../../../accounts/profile/profile.ts';
import { record } from '../../../system/audit/audit.ts';
import { type SeriesRow, series, seriesRecipients } from '../deliveries.table.ts';
import { insertSchedules } from '../plan/insert-schedules.ts';
import { requireRecipients } from '../plan/schedule-recipients.ts';
import { adoptSchedules, lockAdopted } from './adopt-schedules.ts';
import { planYears } from './moments.ts';
import { isAboutBirthday, memoriesOf, spanOf } from './series-form.ts';
import { birthdayOf, requireLiving } from './series-recipients.ts';

type Deps = Pick<Services, 'db' | 'clock' | 'config' | 'payments'>;

const maxSeries = 200;

/**
 * Plans the same day of every year, all its years or none; returns the id. A repeated request with the same
 * key returns the first series. 404 for a memory, schedule or recipient that is not the owner's; 402 naming
 * the years whose delivery dates are used up; 409 as for schedules.
 */
export function createSeries(
  services: Deps,
  { id: ownerId }: Pick<UserRow, 'id'>,
  form: SeriesForm,
  idempotencyKey: string | null = null,
): Promise<string> {
  return inTransaction(services.db, async (tx) => {
    const now = services.clock.now();
    const owner = await lockOwner(tx, ownerId);
    const earlier = await findMade(tx, owner.id, idempotencyKey);
    if (earlier) return requireSame(earlier, form).id;
    if (!isEmailVerified(services, owner))
      throw new AppError('conflict', 'Please confirm your email address first');
    await requireFreePlace(tx, owner.id);
    const adopted = await lockAdopted(tx, owner.id, form.schedules ?? {});
    const people = await requireRecipients(tx, owner.id, form.recipientIds);
    await requireLiving(tx, people);
    const birthday = await birthdayOf(tx, people);
    const span = spanOf(form, birthday);
    const { month, day, localTime, fromYear, untilAge = null } = form;
    const [row] = await tx
      .insert(series)
      .values({
        ...{ userId: owner.id, month, day, localTime, fromYear, untilAge, untilYear: span.untilYear },
        timezone: form.timezone ?? owner.timezone,
        birthday: isAboutBirthday(form, birthday) ? birthday : null,
        idempotencyKey,
        createdAt: now,
        updatedAt: now,
      })
      .returning();
    const made = requireFound(row);
    await tx
      .insert(seriesRecipients)
      .values(people.map((recipientId) => ({ seriesId: made.id, recipientId })));
    await adoptSchedules(tx, made.id, adopted, people);
    await insertSchedules(tx, services, owner, planYears(made, memoriesOf(form, span)), people);
    await record(tx, now, {
      action: 'series.created',
      actor: owner.id,
      userId: owner.id,
      subjectId: made.id,
    });
    return made.id;
  });
}

async function findMade(tx: Tx, userId: string, key: string | null): Promise<SeriesRow | undefined> {
  if (!key) return undefined;
  const [row] = await tx
    .select()
    .from(series)
    .where(and(eq(series.userId, userId), eq(series.idempotencyKey, key)));
  return row;
}

/** Returning the earlier series in place of a different one would lose the new one. */
function requireSame(earlier: SeriesRow, form: SeriesForm): SeriesRow {
  const { month, day, fromYear, localTime } = earlier;
  const isSame =
    month === form.month && day === form.day && fromYear === form.fromYear && localTime === form.localTime;
  if (isSame) return earlier;
  throw new AppError(
    'conflict',
    'This was planned before, and is different now. Please look at your schedule.',
  );
}

/** Counted with the owner locked. Years without a memory use no delivery dates, so nothing else limits them. */
async function requireFreePlace(tx: Tx, userId: string): Promise<void> {
  if ((await tx.$count(series, eq(series.userId, userId))) < maxSeries) return;
  throw new AppError('conflict', `You have ${maxSeries} yearly plans. Please stop one of them first.`);
}
