import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type {
  TrustedAnswerForm,
  TrustedPage,
  TrustedPerson,
} from '../../../../shared/after-death/trusted-access.ts';
import { fullNameOf } from '../../../../shared/names.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Queryable } from '../../../platform/database.ts';
import { requireFound } from '../../../platform/errors.ts';
import { listFamilyReplies } from '../../delivery/received/replies/replies.ts';
import { type RecipientRow, recipients } from '../../people/recipients/recipients.table.ts';
import { listRecipients } from '../../people/recipients/recipients.ts';
import {
  answerAsContact,
  findAnswer,
  findTrustedContact,
  type TrustedContact,
} from '../death-cases/contacts/contacts.ts';
import { findWishes } from '../release-wishes/release-wishes.ts';
import { readLifeChanges } from './life-changes/change-rows.ts';
import { listBegun, reachOf } from './reach.ts';

type Person = z.output<typeof TrustedPerson>;

/** What a trusted contact sees. Changes nothing. 404 for an unknown link. */
export async function readTrustedPage(
  db: Queryable,
  services: Pick<Services, 'clock' | 'appSecret'>,
  token: string,
): Promise<z.output<typeof TrustedPage>> {
  const who = await findTrustedContact(db, token);
  const { owner, contact, report, state } = who;
  const isOpen = state === 'open';
  return {
    state,
    ownerFirstName: owner.firstName,
    ownerName: fullNameOf(owner),
    contactName: fullNameOf(contact),
    dateOfDeath: report.dateOfDeath,
    isDateApproximate: report.isDateApproximate,
    objectionEndsAt: state === 'window' ? report.objectionEndsAt : null,
    answered: await findAnswer(db, who),
    noteToContacts: isOpen ? ((await findWishes(db, owner.id))?.noteToContacts ?? null) : null,
    people: isOpen ? await toPeople(db, services, who, await listRecipients(db, owner.id)) : [],
    wordsBack: isOpen ? await listFamilyReplies(db, owner.id) : [],
    ended: state === 'closed' ? endOf(report) : null,
  };
}

function endOf({ revokedAt, rejectedAt, stoppedAt }: TrustedContact['report']) {
  const as = revokedAt ? ('revoked' as const) : ('unreleased' as const);
  return { as, at: revokedAt ?? rejectedAt ?? stoppedAt };
}

export function answerOnPage(
  services: Services,
  token: string,
  form: z.output<typeof TrustedAnswerForm>,
): Promise<z.output<typeof TrustedPage>> {
  return inTransaction(services.db, async (tx) => {
    await answerAsContact(tx, services, token, form);
    return readTrustedPage(tx, services, token);
  });
}

/** One of the people; 404 for somebody the owner did not name. */
export async function readTrustedPerson(
  db: Queryable,
  services: Pick<Services, 'clock' | 'appSecret'>,
  { who, id }: { who: TrustedContact; id: string },
): Promise<Person> {
  const rows = await db
    .select()
    .from(recipients)
    .where(and(eq(recipients.id, id), eq(recipients.userId, who.owner.id)));
  const [person] = await toPeople(db, services, who, rows);
  return requireFound(person, 'This person');
}

async function toPeople(
  db: Queryable,
  services: Pick<Services, 'clock' | 'appSecret'>,
  who: TrustedContact,
  rows: readonly RecipientRow[],
): Promise<Person[]> {
  const { releasedAt } = who.report;
  if (rows.length === 0 || !releasedAt) return [];
  const ids = rows.map(({ id }) => id);
  const begun = await listBegun(db, ids, releasedAt);
  const changes = await readLifeChanges(db, services, who, ids);
  const now = services.clock.now();
  return rows.map((row) => ({
    ...row,
    isYou: row.id === who.contact.id,
    ...reachOf(row, begun.get(row.id) ?? [], now),
    changes: changes.get(row.id) ?? [],
  }));
}
