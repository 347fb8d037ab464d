import type { z } from 'zod';
import type { TrustedPerson } from '../../../../../shared/after-death/trusted-access.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable } from '../../../../platform/database.ts';
import type { TrustedContact } from '../../death-cases/contacts/contacts.ts';
import { listUnended, wordsOf } from './change-rows.ts';
import type { LifeChangeRow } from './life-changes.table.ts';

type Change = z.output<typeof TrustedPerson>['changes'][number];

/** May this contact end it? What staff have confirmed only they can. */
export function canLift({ access }: TrustedContact, { kind, accessId, confirmedAt }: LifeChangeRow): boolean {
  return confirmedAt === null && (kind === 'pause' || accessId === access.id);
}

/** What contacts have told us of people and still holds, for their page: everybody's, and the words of the one who asks. */
export async function readLifeChanges(
  db: Queryable,
  services: Pick<Services, 'appSecret'>,
  who: TrustedContact,
  personIds: readonly string[],
): Promise<ReadonlyMap<string, Change[]>> {
  const byPerson = new Map<string, Change[]>();
  for (const row of await listUnended(db, personIds)) {
    const change = {
      id: row.id,
      kind: row.kind,
      note: row.accessId === who.access.id ? wordsOf(services, row, 'note') : null,
      since: row.createdAt,
      canLift: canLift(who, row),
    };
    byPerson.set(row.recipientId, [...(byPerson.get(row.recipientId) ?? []), change]);
  }
  return byPerson;
}
