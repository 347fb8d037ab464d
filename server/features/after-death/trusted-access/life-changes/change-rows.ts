import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { holdingKinds } from '../../../../../shared/after-death/life-changes.ts';
import type { LifeChangeState } from '../../../../../shared/after-death/staff-life-changes.ts';
import type { TrustedPerson } from '../../../../../shared/after-death/trusted-access.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import type { TrustedContact } from '../../death-cases/contacts/contacts.ts';
import { type LifeChangeRow, lifeChangeNotes, lifeChanges } from './life-changes.table.ts';

export function stateOf({ endedAt, confirmedAt, answeredAt }: LifeChangeRow): LifeChangeState {
  if (endedAt) return 'ended';
  if (confirmedAt) return 'confirmed';
  return answeredAt ? 'answered' : 'open';
}

export function isHolding({ kind, endedAt }: Pick<LifeChangeRow, 'kind' | 'endedAt'>): boolean {
  return endedAt === null && holdingKinds.some((each) => each === kind);
}

export async function findChange(db: Queryable, id: string): Promise<LifeChangeRow> {
  const [row] = await db.select().from(lifeChanges).where(eq(lifeChanges.id, id));
  return requireFound(row, 'This entry');
}

export function listUnended(db: Queryable, recipientIds: readonly string[]): Promise<LifeChangeRow[]> {
  return db
    .select()
    .from(lifeChanges)
    .where(and(inArray(lifeChanges.recipientId, [...recipientIds]), isNull(lifeChanges.endedAt)))
    .orderBy(asc(lifeChanges.createdAt), asc(lifeChanges.id));
}

/** The people of an owner of whom they themselves said, or staff have confirmed, that they have died. */
export async function findDeceased(db: Queryable, userId: string): Promise<Set<string>> {
  const isConfirmed = and(isNotNull(lifeChanges.confirmedAt), isNull(lifeChanges.endedAt));
  const rows = await union(
    db
      .select({ id: lifeChanges.recipientId })
      .from(lifeChanges)
      .where(and(eq(lifeChanges.userId, userId), isConfirmed)),
    db
      .select({ id: recipients.id })
      .from(recipients)
      .where(and(eq(recipients.userId, userId), isNotNull(recipients.diedAt))),
  );
  return new Set(rows.map(({ id }) => id));
}

type Change = z.output<typeof TrustedPerson>['changes'][number];

/** Whether this contact may end it. Only staff can end what they have confirmed. */
export function canLift({ access }: TrustedContact, { kind, accessId, confirmedAt }: LifeChangeRow): boolean {
  return confirmedAt === null && (kind === 'pause' || accessId === access.id);
}

/** What contacts have told us about people that still holds, for their page: everybody's entries, with the notes of the contact who asks. */
export async function readLifeChanges(
  db: Queryable,
  services: Pick<Services, 'appSecret'>,
  who: TrustedContact,
  personIds: readonly string[],
): Promise<ReadonlyMap<string, Change[]>> {
  const byPerson = new Map<string, Change[]>();
  for (const row of await listUnended(db, personIds)) {
    const isTheirs = row.accessId === who.access.id;
    const change = {
      id: row.id,
      kind: row.kind,
      note: isTheirs ? lifeChangeNotes.decrypt(services, row, 'note') : null,
      guardianId: isTheirs ? row.guardianId : null,
      since: row.createdAt,
      canLift: canLift(who, row),
    };
    byPerson.set(row.recipientId, [...(byPerson.get(row.recipientId) ?? []), change]);
  }
  return byPerson;
}
