import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { TrustedAnswer, TrustedAnswerForm } from '../../../../../shared/after-death/trusted-access.ts';
import { fullNameOf } from '../../../../../shared/names.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable, Tx } from '../../../../platform/database.ts';
import { AppError } from '../../../../platform/errors.ts';
import { newId } from '../../../../platform/ids.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { record } from '../../../system/audit/audit.ts';
import { recordObjection } from '../death-reports/signs-of-life.ts';
import { contactNotes, trustedAccess, trustedAnswers } from './contacts.table.ts';
import { requireTrustedContact, type TrustedContact } from './links.ts';

/**
 * A trusted contact says that the owner is alive, or asks us to wait: staff then review the report again. Each answer counts once per
 * window; repeating it changes nothing. After the release, "alive" still reaches staff, who can revoke it; "wait" is a 409.
 */
export async function answerAsContact(
  tx: Tx,
  services: Services,
  token: string,
  { answer, note }: z.output<typeof TrustedAnswerForm>,
): Promise<void> {
  const allowed = ['window', 'looking', 'open'] as const;
  const { access, owner, contact, report, state } = await requireTrustedContact(tx, token, allowed);
  if (state === 'open' && answer === 'wait')
    throw new AppError('conflict', 'What was left is already on its way. Please write to us.');
  const id = newId();
  const now = services.clock.now();
  const inserted = await tx
    .insert(trustedAnswers)
    .values({
      id,
      accessId: access.id,
      windowBeganAt: report.verifiedAt ?? report.createdAt,
      answer,
      note: contactNotes.encrypt(services, id, 'note', note),
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: trustedAnswers.id });
  if (inserted.length === 0) return;
  await record(tx, now, {
    action: 'trusted-access.answered',
    actor: 'trusted-contact',
    userId: owner.id,
    subjectId: contact.id,
    details: { answer, reportId: report.id },
  });
  await recordObjection(tx, services, report.id, `contact_${answer}`);
}

export async function findAnswer(
  db: Queryable,
  { access, report }: TrustedContact,
): Promise<TrustedAnswer | null> {
  if (!report.verifiedAt) return null;
  const [row] = await db
    .select({ answer: trustedAnswers.answer })
    .from(trustedAnswers)
    .where(and(eq(trustedAnswers.accessId, access.id), eq(trustedAnswers.windowBeganAt, report.verifiedAt)));
  return row?.answer ?? null;
}

export async function listContactAnswers(
  db: Queryable,
  services: Pick<Services, 'appSecret'>,
  reportIds: readonly string[],
) {
  const rows = await db
    .select({
      reportId: trustedAccess.reportId,
      answered: trustedAnswers,
      firstName: recipients.firstName,
      lastName: recipients.lastName,
    })
    .from(trustedAnswers)
    .innerJoin(trustedAccess, eq(trustedAccess.id, trustedAnswers.accessId))
    .innerJoin(recipients, eq(recipients.id, trustedAccess.recipientId))
    .where(inArray(trustedAccess.reportId, [...reportIds]))
    .orderBy(asc(trustedAnswers.id));
  return rows.map(({ reportId, answered, firstName, lastName }) => ({
    reportId,
    id: answered.id,
    name: fullNameOf({ firstName, lastName }),
    answer: answered.answer,
    note: contactNotes.decrypt(services, answered, 'note'),
    at: answered.createdAt,
  }));
}

export async function lastToAnswer(db: Queryable, reportId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ firstName: recipients.firstName, lastName: recipients.lastName })
    .from(trustedAnswers)
    .innerJoin(trustedAccess, eq(trustedAccess.id, trustedAnswers.accessId))
    .innerJoin(recipients, eq(recipients.id, trustedAccess.recipientId))
    .where(eq(trustedAccess.reportId, reportId))
    .orderBy(desc(trustedAnswers.id))
    .limit(1);
  return row && fullNameOf(row);
}
