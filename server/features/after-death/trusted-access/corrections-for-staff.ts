import { and, asc, eq, gt } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type {
  StaffCorrectionList,
  StaffCorrectionQuery,
} from '../../../../shared/after-death/staff-corrections.ts';
import { fullNameOf } from '../../../../shared/full-name.ts';
import type { Queryable } from '../../../platform/database.ts';
import { found } from '../../../platform/errors.ts';
import { recipients } from '../../people/recipients/recipients.table.ts';
import { releases } from '../death-cases/releases/releases.table.ts';
import { recipientCorrections, trustedAccess } from './trusted-access.table.ts';

const contact = alias(recipients, 'contact');

/** What trusted contacts corrected after a release, the first first; 404 without the release. */
export async function listCorrections(
  db: Queryable,
  releaseId: string,
  { limit, after }: StaffCorrectionQuery,
): Promise<z.output<typeof StaffCorrectionList>> {
  const [release] = await db.select().from(releases).where(eq(releases.id, releaseId));
  const { reportId } = found(release, 'This release');
  const rows = await db
    .select({ correction: recipientCorrections, person: recipients, by: contact })
    .from(recipientCorrections)
    .innerJoin(recipients, eq(recipients.id, recipientCorrections.recipientId))
    .leftJoin(trustedAccess, eq(trustedAccess.id, recipientCorrections.accessId))
    .leftJoin(contact, eq(contact.id, trustedAccess.recipientId))
    .where(
      and(
        eq(recipientCorrections.reportId, reportId),
        after ? gt(recipientCorrections.id, after) : undefined,
      ),
    )
    .orderBy(asc(recipientCorrections.id))
    .limit(limit + 1);
  const corrections = rows.slice(0, limit).map(({ correction, person, by }) => ({
    ...correction,
    personName: fullNameOf(person),
    byName: by && fullNameOf(by),
    at: correction.createdAt,
  }));
  const last = rows.length > limit ? corrections.at(-1) : undefined;
  return { corrections, next: last ? { after: last.id } : null };
}
