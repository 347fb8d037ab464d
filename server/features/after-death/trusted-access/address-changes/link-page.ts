import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import {
  type AddressChangePage,
  type ChangedAddress,
  channelOf,
} from '../../../../../shared/after-death/address-changes.ts';
import { maskAddress } from '../../../../../shared/outbox/channels.ts';
import type { Services } from '../../../../platform/context.ts';
import { readDatabaseTime } from '../../../../platform/database-time.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { canBeDisputed, stateOf } from './address-change-state.ts';
import type { AddressChangeNoticeRow } from './address-changes.table.ts';
import { changesOf, findNotice } from './change-rows.ts';

export type Page = z.output<typeof AddressChangePage>;

/** What somebody who was told of a change can read. Changes nothing. 404 for an unknown link. */
export async function readChangePage(services: Pick<Services, 'db' | 'clock'>, token: string): Promise<Page> {
  const { db, clock } = services;
  const { notice, change } = await findNotice(db, token);
  const [row] = await db
    .select({ person: recipients.firstName, owner: users.firstName })
    .from(recipients)
    .innerJoin(users, eq(users.id, recipients.userId))
    .where(eq(recipients.id, change.recipientId));
  const names = requireFound(row, 'This link');
  const isOpen = canBeDisputed(change);
  return {
    state: stateOf(change, await readDatabaseTime(db, clock)),
    audience: notice.audience,
    personFirstName: names.person,
    ownerFirstName: names.owner,
    byName: change.by === 'contact' ? change.byName : null,
    changes: changesOf(change).map((changed) => halfCovered(changed, notice)),
    madeAt: change.createdAt,
    inForceFrom: change.inForceFrom,
    writtenTo: notice.address,
    disputedAt: notice.disputedAt,
    canDispute: isOpen && notice.disputedAt === null,
    canTakeBack: isOpen && notice.disputedAt !== null,
  };
}

/** Enough to recognise an address, too little to write to it. Only the one to which the link was sent is shown in full. */
function halfCovered(
  { field, before, now }: ChangedAddress,
  { address }: AddressChangeNoticeRow,
): ChangedAddress {
  const cover = (address: string) => maskAddress({ channel: channelOf[field], address });
  return { field, before: before && before !== address ? cover(before) : before, now: now && cover(now) };
}
