import { and, eq, not } from 'drizzle-orm';
import type { z } from 'zod';
import type { AliveStanding } from '../../../../../shared/after-death/alive.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { notFound } from '../../../../platform/errors.ts';
import { hashToken } from '../../../../platform/random.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { isOpenToAnswer, mostImportant, readStanding } from './alive-standing.ts';
import { deathReports } from './death-reports.table.ts';
import { recordSignOfLife } from './signs-of-life.ts';

/**
 * What the page behind "I am alive" shows. It covers all reports about the account, because the owner may not
 * open the newest mail. Changes nothing. 404 for an unknown token.
 */
export async function readAlive(
  db: Queryable,
  token: string,
  changed = false,
): Promise<z.output<typeof AliveStanding>> {
  const { asked, firstName, ofOwner } = await findAsked(db, token);
  return readStanding(db, firstName, mostImportant(ofOwner, asked), changed);
}

/** The owner pressed "I am alive". Pressing it again has no further effect. */
export async function confirmAlive(
  services: Services,
  token: string,
): Promise<z.output<typeof AliveStanding>> {
  const { owner, ofOwner } = await findAsked(services.db, token);
  const isOpen = ofOwner.some(isOpenToAnswer);
  if (isOpen) await recordSignOfLife(services, owner, 'alive_link');
  return readAlive(services.db, token, isOpen);
}

async function findAsked(db: Queryable, token: string) {
  const isAsked = eq(deathReports.aliveTokenHash, hashToken(token));
  const [found] = await db
    .select({ asked: deathReports, owner: users.id, firstName: users.firstName })
    .from(deathReports)
    .innerJoin(users, eq(users.id, deathReports.userId))
    .where(isAsked);
  if (!found) throw notFound('This link');
  const others = await db
    .select()
    .from(deathReports)
    .where(and(eq(deathReports.userId, found.owner), not(isAsked)));
  return { ...found, ofOwner: [found.asked, ...others] };
}
