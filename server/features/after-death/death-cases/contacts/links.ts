import { and, eq } from 'drizzle-orm';
import type { CaseState } from '../../../../../shared/after-death/staff-death-reports.ts';
import type { TrustedState } from '../../../../../shared/after-death/trusted-access.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable, Tx } from '../../../../platform/database.ts';
import { AppError, notFound } from '../../../../platform/errors.ts';
import { deriveId } from '../../../../platform/ids.ts';
import { deriveLinkToken, hashToken } from '../../../../platform/random.ts';
import { type UserRow, users } from '../../../accounts/profile/profile.table.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import { type RecipientRow, recipients } from '../../../people/recipients/recipients.table.ts';
import { type DeathReportRow, deathReports } from '../death-reports/death-reports.table.ts';
import { type TrustedAccessRow, trustedAccess } from './contacts.table.ts';

export interface TrustedContact {
  access: TrustedAccessRow;
  owner: UserRow;
  contact: RecipientRow;
  report: DeathReportRow;
  state: TrustedState;
}

const states: Record<CaseState, TrustedState | undefined> = {
  draft: undefined,
  awaiting_proof: undefined,
  in_review: undefined,
  objection_window: 'window',
  stopped: 'looking',
  released: 'open',
  revoked: 'closed',
  rejected: 'closed',
  closed: 'closed',
};

export function accessId({ reportId, recipientId }: { reportId: string; recipientId: string }): string {
  return deriveId(`trusted-access:${reportId}:${recipientId}`);
}

export function trustedToken({ appSecret }: Pick<Services, 'appSecret'>, id: string, generation = 1): string {
  return deriveLinkToken(appSecret, 'trusted', { id, generation });
}

export function trustedLink(
  services: Pick<Services, 'appSecret' | 'config'>,
  { id, generation }: Pick<TrustedAccessRow, 'id' | 'generation'>,
): string {
  return `${services.config.publicUrl}/trusted/${trustedToken(services, id, generation)}`;
}

export async function findContactAccess(db: Queryable, id: string): Promise<TrustedAccessRow | undefined> {
  const [row] = await db.select().from(trustedAccess).where(eq(trustedAccess.id, id));
  return row;
}

/** 404 for an unknown link, and for somebody whom the owner no longer trusts. */
export async function findTrustedContact(db: Queryable, token: string): Promise<TrustedContact> {
  const [row] = await db
    .select({ access: trustedAccess, owner: users, contact: recipients, report: deathReports })
    .from(trustedAccess)
    .innerJoin(users, eq(users.id, trustedAccess.userId))
    .innerJoin(deathReports, eq(deathReports.id, trustedAccess.reportId))
    .innerJoin(
      recipients,
      and(
        eq(recipients.id, trustedAccess.recipientId),
        eq(recipients.userId, trustedAccess.userId),
        eq(recipients.trustedContact, true),
      ),
    )
    .where(eq(trustedAccess.tokenHash, hashToken(token)));
  const state = row && states[row.report.state];
  // Staff may have found that the report is about another account.
  if (!row || !state || row.report.userId !== row.owner.id) throw notFound('This link');
  return { ...row, state };
}

/**
 * The same for a write: locks the owner until `tx` ends, so that the release can be neither made nor revoked
 * meanwhile. 409 in a state that is not among `allowed`.
 */
export async function requireTrustedContact(
  tx: Tx,
  token: string,
  allowed: readonly TrustedState[],
): Promise<TrustedContact> {
  const { owner } = await findTrustedContact(tx, token);
  await lockOwner(tx, owner.id);
  const found = await findTrustedContact(tx, token);
  if (allowed.includes(found.state)) return found;
  throw new AppError('conflict', refusals[found.state]);
}

const refusals: Record<TrustedState, string> = {
  window: 'This can be done once what was left goes out. Nothing was changed.',
  looking: 'Somebody here is looking into it. Nothing was changed.',
  open: 'What was left is already on its way. Please write to us.',
  closed: 'This page is closed. Nothing was changed.',
};
