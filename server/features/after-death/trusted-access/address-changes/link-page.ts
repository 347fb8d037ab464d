import { and, eq, isNotNull } from 'drizzle-orm';
import type { z } from 'zod';
import {
  type AddressChangePage,
  type ChangedAddress,
  channelOf,
} from '../../../../../shared/after-death/address-changes.ts';
import { maskAddress } from '../../../../../shared/outbox/channels.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { readDatabaseTime } from '../../../../platform/database-time.ts';
import { AppError, requireFound } from '../../../../platform/errors.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { holdDeliveriesTo } from '../../../delivery/deliveries/deliveries.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { renewTrustedLinks } from '../../death-cases/contacts/contacts.ts';
import { endHoldIfLast } from '../people.ts';
import {
  type AddressChangeEvent,
  afterEvent,
  canBeDisputed,
  isDisputed,
  stateOf,
} from './address-change-state.ts';
import { type AddressChangeNoticeRow, addressChangeNotices } from './address-changes.table.ts';
import { changesOf, findNotice, lockChange, writeChange } from './change-rows.ts';
import { recordChange } from './make-change.ts';

type Page = z.output<typeof AddressChangePage>;

/** What somebody reads who was told of a change. Changes nothing. 404 for a link that is not one. */
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

/** Enough to recognise an address that one knows, too little to write to it. Only the one to which the link went stands there in full. */
function halfCovered(
  { field, before, now }: ChangedAddress,
  { address }: AddressChangeNoticeRow,
): ChangedAddress {
  const cover = (address: string) => maskAddress({ channel: channelOf[field], address });
  return { field, before: before && before !== address ? cover(before) : before, now: now && cover(now) };
}

/** Somebody says by a link that the new address is wrong: nothing goes to that person before staff have found out. Again changes nothing. */
export function disputeChange(services: Services, token: string): Promise<Page> {
  return press(services, token, 'address-change.disputed', async (tx, { notice, isWrong }) => {
    if (isWrong) return undefined;
    const now = await readDatabaseTime(tx, services.clock);
    await tx
      .update(addressChangeNotices)
      .set({ disputedAt: now })
      .where(eq(addressChangeNotices.id, notice.id));
    return { kind: 'disputed', by: null };
  });
}

/** And that it was right after all. Somebody else who said that it is wrong still does. */
export function withdrawDispute(services: Services, token: string): Promise<Page> {
  return press(services, token, 'address-change.dispute-withdrawn', async (tx, { notice, isWrong }) => {
    if (!isWrong) return undefined;
    await tx
      .update(addressChangeNotices)
      .set({ disputedAt: null })
      .where(eq(addressChangeNotices.id, notice.id));
    return (await countDisputes(tx, notice.changeId)) > 0 ? undefined : { kind: 'dispute-withdrawn' };
  });
}

function countDisputes(tx: Tx, changeId: string): Promise<number> {
  return tx.$count(
    addressChangeNotices,
    and(eq(addressChangeNotices.changeId, changeId), isNotNull(addressChangeNotices.disputedAt)),
  );
}

const actors = { person: 'recipient', contact: 'trusted-contact' } as const;

async function press(
  services: Services,
  token: string,
  action: 'address-change.disputed' | 'address-change.dispute-withdrawn',
  decide: (
    tx: Tx,
    pressed: { notice: AddressChangeNoticeRow; isWrong: boolean },
  ) => Promise<AddressChangeEvent | undefined>,
): Promise<Page> {
  await inTransaction(services.db, async (tx) => {
    const { changeId } = (await findNotice(tx, token)).notice;
    const { change: before, person } = await lockChange(tx, changeId);
    const { notice } = await findNotice(tx, token);
    if (!canBeDisputed(before)) throw new AppError('conflict', 'This has been settled. Please write to us.');
    const wasDisputed = notice.disputedAt !== null;
    const event = await decide(tx, { notice, isWrong: wasDisputed });
    const now = await readDatabaseTime(tx, services.clock);
    const columns = event && afterEvent(before, event, now);
    const after = columns ? await writeChange(tx, before.id, columns) : before;
    const actor = notice.audience === 'owner' ? before.userId : actors[notice.audience];
    if (isDisputed(after) && !isDisputed(before))
      await holdDeliveriesTo(tx, services, { recipientId: person.id, actor, at: now });
    if (isDisputed(before) && !isDisputed(after)) {
      await endHoldIfLast(tx, services, person.id, actor);
      if (after.state === 'made') await renewTrustedLinks(tx, services, person);
    }
    await recordChange(tx, services, after, { action, actor, before });
  });
  return readChangePage(services, token);
}
