import { and, asc, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { ReleaseWishes } from '../../../../shared/after-death/release-wishes.ts';
import { fullNameOf } from '../../../../shared/names.ts';
import type { Services } from '../../../platform/context.ts';
import type { Queryable } from '../../../platform/database.ts';
import type { UserRow } from '../../accounts/profile/profile.table.ts';
import { pendingSecondEmailOf } from '../../accounts/profile/profile.ts';
import { recipients } from '../../people/recipients/recipients.table.ts';
import { addressOf } from '../../people/recipients/recipients.ts';
import { type ReleaseWishesRow, releaseWishes } from './release-wishes.table.ts';
import { inForce, isSame, nothingChosen } from './strictness.ts';

type Answer = z.output<typeof ReleaseWishes>;

export async function readWishes(
  services: Pick<Services, 'db' | 'clock' | 'config'>,
  owner: UserRow,
): Promise<Answer> {
  const { clock, config, db } = services;
  const row = await findWishes(db, owner.id);
  const { reporters, objectionDays } = row ?? nothingChosen;
  return {
    reporters,
    objectionDays,
    stricterUntil: row ? stricterUntil(row, clock.now()) : null,
    defaultObjectionHours: config.deathReports.objectionHours,
    quietDays: owner.quietDays,
    noteToContacts: row?.noteToContacts ?? null,
    secondEmail: owner.secondEmail,
    pendingSecondEmail: pendingSecondEmailOf(services, owner),
    stoppingCode: row?.stoppingCodeMadeAt
      ? { madeAt: row.stoppingCodeMadeAt, usedAt: row.stoppingCodeUsedAt }
      : null,
    trustedContacts: await listTrustedContacts(db, owner.id),
    substitutes: await listSubstitutes(db, owner.id),
  };
}

export async function findWishes(db: Queryable, userId: string): Promise<ReleaseWishesRow | undefined> {
  const [row] = await db.select().from(releaseWishes).where(eq(releaseWishes.userId, userId));
  return row;
}

function stricterUntil(row: ReleaseWishesRow, now: Date): Answer['stricterUntil'] {
  const counts = inForce(row, now);
  return row.stricterUntil && !isSame(counts, row) ? { until: row.stricterUntil, ...counts } : null;
}

async function listTrustedContacts(db: Queryable, userId: string): Promise<Answer['trustedContacts']> {
  const rows = await db
    .select()
    .from(recipients)
    .where(and(eq(recipients.userId, userId), eq(recipients.trustedContact, true)))
    .orderBy(asc(recipients.id));
  return rows.map((row) => ({
    id: row.id,
    name: fullNameOf(row),
    isReachable: addressOf(row) !== null,
  }));
}

const substitutes = alias(recipients, 'substitutes');

async function listSubstitutes(db: Queryable, userId: string): Promise<Answer['substitutes']> {
  const rows = await db
    .select({ recipient: recipients, substitute: substitutes })
    .from(recipients)
    .innerJoin(substitutes, eq(substitutes.id, recipients.substituteId))
    .where(eq(recipients.userId, userId))
    .orderBy(asc(recipients.id));
  return rows.map(({ recipient, substitute }) => ({
    recipientId: recipient.id,
    name: fullNameOf(recipient),
    substituteId: substitute.id,
    substituteName: fullNameOf(substitute),
  }));
}
