import { and, asc, desc, eq, isNotNull, isNull, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type {
  LifeChangeState,
  StaffLifeChange,
  StaffLifeChangeList,
  StaffLifeChangeQuery,
} from '../../../../../shared/after-death/staff-life-changes.ts';
import { fullNameOf } from '../../../../../shared/names.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { isAfterPage } from '../../../../platform/paging.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { countHeldFor } from '../../../delivery/deliveries/recipient/recipient.ts';
import { type RecipientRow, recipients } from '../../../people/recipients/recipients.table.ts';
import { trustedAccess } from '../../death-cases/contacts/contacts.table.ts';
import { isHolding, listUnended, stateOf } from './change-rows.ts';
import { actsOn } from './life-change-actions.ts';
import { type LifeChangeRow, lifeChangeNotes, lifeChanges } from './life-changes.table.ts';
import { isLate } from './life-changes.ts';
import { findSubstitute } from './substitutes.ts';

type Reading = Pick<Services, 'db' | 'clock' | 'appSecret'>;

const { answeredAt, confirmedAt, endedAt, createdAt, id } = lifeChanges;

const conditions: Record<LifeChangeState, SQL | undefined> = {
  open: and(isNull(endedAt), isNull(answeredAt)),
  answered: and(isNull(endedAt), isNotNull(answeredAt), isNull(confirmedAt)),
  confirmed: and(isNull(endedAt), isNotNull(confirmedAt)),
  ended: isNotNull(endedAt),
};

/** What trusted contacts have told us, a page at a time: open entries longest waiting first, ended ones latest first. */
export async function listForStaff(
  services: Reading,
  { state, limit, ...before }: StaffLifeChangeQuery,
): Promise<z.output<typeof StaffLifeChangeList>> {
  const direction = state === 'ended' ? desc : asc;
  const rows = await selectForStaff(services.db)
    .where(and(conditions[state], isAfterPage(before, [createdAt, id], direction)))
    .orderBy(direction(createdAt), direction(id))
    .limit(limit + 1);
  const changes = await toAnswers(services, rows.slice(0, limit));
  const last = rows.length > limit ? changes.at(-1) : undefined;
  return { changes, next: last ? { afterSince: last.since, after: last.id } : null };
}

export async function loadForStaff(
  services: Reading,
  changeId: string,
): Promise<z.output<typeof StaffLifeChange>> {
  const rows = await selectForStaff(services.db).where(eq(id, changeId));
  return requireFound((await toAnswers(services, rows))[0], 'This entry');
}

const contact = alias(recipients, 'contact');
const guardian = alias(recipients, 'guardian');
const member = alias(users, 'member');

function selectForStaff(db: Queryable) {
  return db
    .select({ change: lifeChanges, person: recipients, owner: users, contact, guardian, member })
    .from(lifeChanges)
    .innerJoin(recipients, eq(recipients.id, lifeChanges.recipientId))
    .innerJoin(users, eq(users.id, lifeChanges.userId))
    .leftJoin(trustedAccess, eq(trustedAccess.id, lifeChanges.accessId))
    .leftJoin(contact, eq(contact.id, trustedAccess.recipientId))
    .leftJoin(guardian, eq(guardian.id, lifeChanges.guardianId))
    .leftJoin(member, eq(member.id, lifeChanges.staffId))
    .$dynamic();
}

async function toAnswers(
  services: Reading,
  rows: Awaited<ReturnType<typeof selectForStaff>>,
): Promise<z.output<typeof StaffLifeChange>[]> {
  if (rows.length === 0) return [];
  const people = [...new Set(rows.map(({ person }) => person.id))];
  const unended = (await listUnended(services.db, people)).filter(isHolding);
  const waiting = await countHeldFor(services.db, people);
  const answers: z.output<typeof StaffLifeChange>[] = [];
  for (const { change, person, owner, ...row } of rows) {
    const substitute = await findSubstitute(services.db, person);
    answers.push({
      ...change,
      state: stateOf(change),
      since: change.createdAt,
      isLate: isLate(services, change),
      person: named(person),
      owner: named(owner),
      contact: row.contact && named(row.contact),
      note: lifeChangeNotes.decrypt(services, change, 'note'),
      guardian: row.guardian && { ...named(row.guardian), isContact: row.guardian.id === row.contact?.id },
      birthday: birthdayOf(change, person),
      message: lifeChangeNotes.decrypt(services, change, 'staffNote'),
      answeredBy: row.member && named(row.member).name,
      others: unended
        .filter((each) => each.recipientId === person.id && each.id !== change.id)
        .map(({ kind }) => kind),
      waiting: waiting.get(person.id) ?? 0,
      substitute: substitute ? named(substitute) : null,
      acts: actsOn(change, person),
    });
  }
  return answers;
}

function birthdayOf({ kind, birthday }: LifeChangeRow, person: RecipientRow) {
  if (kind !== 'minor') return null;
  if (person.birthday) return { day: person.birthday, by: 'owner' as const };
  return birthday ? { day: birthday, by: 'contact' as const } : null;
}

function named({ id, firstName, lastName }: { id: string; firstName: string; lastName: string }) {
  return { id, name: fullNameOf({ firstName, lastName }) };
}
