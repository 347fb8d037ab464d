import type { ReleaseWishesForm } from '../../../../shared/after-death/release-wishes.ts';
import { formatMoment } from '../../../../shared/dates.ts';
import type { NoticeKind } from '../../../../shared/outbox/mail-kinds.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/database.ts';
import { readDatabaseTime } from '../../../platform/database-time.ts';
import { fieldError } from '../../../platform/errors.ts';
import type { UserRow } from '../../accounts/profile/profile.table.ts';
import { lockOwner, ownAddresses, updateUser } from '../../accounts/profile/profile.ts';
import { enqueueMails } from '../../outbox/messages/mails/mails.ts';
import { record } from '../../system/audit/audit.ts';
import { findWishes } from './read-wishes.ts';
import { type ReleaseWishesRow, releaseWishes } from './release-wishes.table.ts';
import { afterChoice, nothingChosen } from './strictness.ts';

/** What an owner chose. A new column has to be set here or listed below, or this file does not compile. */
type ChosenColumns = Omit<
  ReleaseWishesRow,
  'userId' | 'stoppingCodeHash' | 'stoppingCodeMadeAt' | 'stoppingCodeUsedAt'
>;

/** Stores what an owner chose. 400 if the window would be shorter than the default. Returns the account as it is afterwards. */
export function changeWishes(
  services: Services,
  { id: userId }: UserRow,
  { quietDays, noteToContacts, reporters, objectionDays }: ReleaseWishesForm,
): Promise<UserRow> {
  requireLongEnough(services, objectionDays);
  return inTransaction(services.db, async (tx) => {
    const owner = await lockOwner(tx, userId);
    const now = await readDatabaseTime(tx, services.clock);
    const before = await findWishes(tx, userId);
    const strictness = afterChoice(before ?? nothingChosen, { reporters, objectionDays }, now);
    const columns: ChosenColumns = { ...strictness, noteToContacts, updatedAt: now };
    await tx
      .insert(releaseWishes)
      .values({ ...columns, userId })
      .onConflictDoUpdate({ target: releaseWishes.userId, set: columns });
    await record(tx, now, {
      action: 'release-wishes.changed',
      actor: userId,
      userId,
      subjectId: userId,
      before: facts({ ...(before ?? nothingChosen), quietDays: owner.quietDays }),
      after: facts({ ...strictness, quietDays }),
    });
    const { stricterUntil } = strictness;
    if (stricterUntil && stricterUntil !== before?.stricterUntil)
      await tellOwnerLater(tx, services, owner, {
        kind: 'release-wishes-loosened',
        detail: formatMoment(stricterUntil, owner.timezone),
      });
    return updateUser(tx, services, userId, { quietDays });
  });
}

function facts({ reporters, objectionDays, quietDays }: Omit<ReleaseWishesForm, 'noteToContacts'>) {
  return { reporters, objectionDays, quietDays };
}

function requireLongEnough({ config }: Pick<Services, 'config'>, days: number | null): void {
  const hours = config.deathReports.objectionHours;
  if (days === null || days * 24 >= hours) return;
  throw fieldError(
    'objectionDays',
    hours > 24 ? `At least ${Math.ceil(hours / 24)} days are needed` : 'At least 1 day is needed',
  );
}

/** Tells an owner at both of their addresses, since somebody else may have used their account. */
export function tellOwnerLater(
  tx: Tx,
  services: Pick<Services, 'jobs' | 'clock'>,
  owner: UserRow,
  { kind, detail }: { kind: NoticeKind; detail?: string },
): Promise<void> {
  const details = detail === undefined ? {} : { detail };
  const mails = ownAddresses(owner).map((toAddress) => ({ kind, userId: owner.id, toAddress, details }));
  return enqueueMails(tx, services, mails);
}
