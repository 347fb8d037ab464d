import { asc, desc, eq, inArray } from 'drizzle-orm';
import { fullNameOf } from '../../../../shared/full-name.ts';
import type { Services } from '../../../platform/context.ts';
import type { Queryable } from '../../../platform/database.ts';
import type { SealedColumn } from '../../../platform/reseal.ts';
import { unseal } from '../../../platform/sealed.ts';
import { recipients } from '../../people/recipients/recipients.table.ts';
import { trustedAccess, trustedAnswers } from './trusted-access.table.ts';

export const noteSeal = (answerId: string) => ({ purpose: 'trusted-answer', subject: answerId });

export const contactNotes: SealedColumn = {
  name: 'notes of trusted contacts',
  table: trustedAnswers,
  id: trustedAnswers.id,
  column: trustedAnswers.note,
  sealedFor: noteSeal,
};

/** What trusted contacts answered about these reports, in the order in which they did. */
export async function listContactAnswers(
  db: Queryable,
  { appSecret }: Pick<Services, 'appSecret'>,
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
  return rows.map(({ reportId, answered: { id, answer, note, createdAt }, firstName, lastName }) => ({
    reportId,
    id,
    name: fullNameOf({ firstName, lastName }),
    answer,
    note: note && unseal(appSecret, noteSeal(id), note),
    at: createdAt,
  }));
}

/** The name of whoever answered last about a report. */
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
