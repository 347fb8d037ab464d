import { eq } from 'drizzle-orm';
import { formatDate } from '../../../../../../shared/dates.ts';
import type { MailKind } from '../../../../../../shared/outbox/mail-kinds.ts';
import type { Services } from '../../../../../platform/context.ts';
import type { Queryable, Tx } from '../../../../../platform/database.ts';
import { deriveId } from '../../../../../platform/ids.ts';
import { enqueueMail, mayBeSentBefore, type PrepareMail } from '../../../../outbox/messages/mails/mails.ts';
import { type UserRow, users } from '../../../profile/profile.table.ts';
import { greetedAs } from '../../../profile/profile.ts';
import { staffAbsenceMail, successorBackMail, successorToldMail } from './absences.mail.tsx';
import { type StaffAbsenceRow, staffAbsences } from './absences.table.ts';

/** Warns every member of staff that nobody has signed in for a long time. */
export async function tellStaffOfAbsence(
  tx: Tx,
  services: Services,
  absenceId: string,
  staff: readonly UserRow[],
  now: Date,
): Promise<void> {
  for (const { id: userId, email } of staff) {
    const key = `staff-absence:${absenceId}:${userId}`;
    await enqueueMail(tx, services, {
      ...({ kind: 'staff-absence', id: deriveId(key), dedupeKey: key, userId, toAddress: email } as const),
      ...{ subjectId: absenceId, mayBeSentSince: mayBeSentBefore(now) },
    });
  }
}

/** Writes to the successors, once per absence and kind. */
export async function tellSuccessors(
  tx: Tx,
  services: Services,
  absenceId: string,
  kind: 'successor-told' | 'successor-back',
  now: Date,
): Promise<void> {
  for (const address of services.config.successors.addresses) {
    const key = `${kind}:${absenceId}:${address.toLowerCase()}`;
    await enqueueMail(tx, services, {
      ...{ kind, id: deriveId(key), dedupeKey: key, userId: null, toAddress: address },
      ...{ subjectId: absenceId, mayBeSentSince: mayBeSentBefore(now) },
    });
  }
}

const prepareWarning: PrepareMail = async (tx, services, { subjectId, userId, toAddress }) => {
  const absence = await findAbsence(tx, subjectId);
  const [member] = userId ? await tx.select().from(users).where(eq(users.id, userId)) : [];
  if (!absence || absence.endedAt || !member?.isAdmin || !toAddress) return undefined;
  const content = await staffAbsenceMail({
    firstName: greetedAs(member),
    since: formatDate(absence.since, member.timezone),
    days: String(Math.floor(services.config.successors.days / 2)),
    link: `${services.config.publicUrl}/auth?mode=signin`,
  });
  return { ...content, to: toAddress, atMostOnce: true };
};

/** Dropped if somebody came back before it was sent. */
const prepareTold: PrepareMail = async (tx, services, { subjectId, toAddress }) => {
  const absence = await findAbsence(tx, subjectId);
  if (!absence || absence.endedAt || !toAddress) return undefined;
  const { publicUrl, supportEmail, successors } = services.config;
  const content = await successorToldMail({
    since: formatDate(absence.since, 'UTC'),
    days: String(successors.days),
    site: publicUrl,
    supportEmail,
  });
  return { ...content, to: toAddress, atMostOnce: true };
};

const prepareBack: PrepareMail = async (tx, { config }, { subjectId, toAddress }) => {
  const absence = await findAbsence(tx, subjectId);
  if (!absence?.toldAt || !toAddress) return undefined;
  return { ...(await successorBackMail({ site: config.publicUrl })), to: toAddress, atMostOnce: true };
};

async function findAbsence(db: Queryable, id: string | null): Promise<StaffAbsenceRow | undefined> {
  if (!id) return undefined;
  const [absence] = await db.select().from(staffAbsences).where(eq(staffAbsences.id, id));
  return absence;
}

export const absenceMails = {
  'staff-absence': prepareWarning,
  'successor-told': prepareTold,
  'successor-back': prepareBack,
} satisfies Partial<Record<MailKind, PrepareMail>>;
