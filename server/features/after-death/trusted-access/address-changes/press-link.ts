import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { readDatabaseTime } from '../../../../platform/database-time.ts';
import { AppError } from '../../../../platform/errors.ts';
import { holdDeliveriesTo } from '../../../delivery/deliveries/deliveries.ts';
import type { RecipientRow } from '../../../people/recipients/recipients.table.ts';
import { renewTrustedLinks } from '../../death-cases/contacts/contacts.ts';
import { endHoldIfLast } from '../people.ts';
import { afterEvent, canBeDisputed, isDisputed } from './address-change-state.ts';
import {
  type AddressChangeNoticeRow,
  type AddressChangeRow,
  addressChangeNotices,
  addressChanges,
} from './address-changes.table.ts';
import { findNotice, lockChange, writeChange } from './change-rows.ts';
import { type Page, readChangePage } from './link-page.ts';
import { recordChange } from './record-change.ts';

/**
 * Somebody says through a link that the new address is wrong: nothing is sent to that person until staff have
 * found out. Saying it again changes nothing.
 */
export function disputeChange(services: Services, token: string): Promise<Page> {
  return press(services, token, { isWrong: true });
}

/** They take it back. If somebody else also said that it is wrong, that still stands. */
export function withdrawDispute(services: Services, token: string): Promise<Page> {
  return press(services, token, { isWrong: false });
}

interface Told {
  notice: AddressChangeNoticeRow;
  change: AddressChangeRow;
}

async function press(services: Services, token: string, { isWrong }: { isWrong: boolean }): Promise<Page> {
  await inTransaction(services.db, async (tx) => {
    const { changeId } = (await findNotice(tx, token)).notice;
    const { change, person } = await lockChange(tx, changeId);
    if (!canBeDisputed(change)) throw new AppError('conflict', 'This has been settled. Please write to us.');
    const { notice } = await findNotice(tx, token);
    const now = await readDatabaseTime(tx, services.clock);
    for (const told of await listTold(tx, { notice, change }))
      if (isWrong !== (told.notice.disputedAt !== null))
        await say(tx, services, person, { ...told, isWrong, now });
  });
  return readChangePage(services, token);
}

/**
 * What somebody speaks of who was told at this address: if it is about themselves, each change that is open. Of two addresses
 * that they do not know, the other would count as soon as one is gone.
 */
async function listTold(tx: Tx, { notice, change }: Told): Promise<Told[]> {
  if (notice.audience !== 'person') return [{ notice, change }];
  const told = await tx
    .select({ notice: addressChangeNotices, change: addressChanges })
    .from(addressChangeNotices)
    .innerJoin(addressChanges, eq(addressChanges.id, addressChangeNotices.changeId))
    .where(
      and(
        eq(addressChanges.recipientId, change.recipientId),
        eq(addressChangeNotices.audience, 'person'),
        eq(sql`lower(${addressChangeNotices.address})`, notice.address.toLowerCase()),
      ),
    )
    .orderBy(asc(addressChanges.createdAt), asc(addressChanges.id));
  return told.filter((each) => canBeDisputed(each.change));
}

const actors = { person: 'recipient', contact: 'trusted-contact' } as const;

async function say(
  tx: Tx,
  services: Services,
  person: RecipientRow,
  { notice, change: before, isWrong, now }: Told & { isWrong: boolean; now: Date },
): Promise<void> {
  await tx
    .update(addressChangeNotices)
    .set({ disputedAt: isWrong ? now : null })
    .where(eq(addressChangeNotices.id, notice.id));
  const isStillWrong = (await countDisputes(tx, before.id)) > 0;
  const event = isStillWrong
    ? ({ kind: 'disputed', by: null } as const)
    : ({ kind: 'dispute-withdrawn' } as const);
  const columns = afterEvent(before, event, now);
  const after = columns ? await writeChange(tx, before.id, columns) : before;
  const actor = notice.audience === 'owner' ? before.userId : actors[notice.audience];
  if (isDisputed(after) && !isDisputed(before))
    await holdDeliveriesTo(tx, services, { recipientId: person.id, actor, at: now });
  if (isDisputed(before) && !isDisputed(after)) {
    await endHoldIfLast(tx, services, person.id, actor);
    if (after.state === 'made') await renewTrustedLinks(tx, services, person);
  }
  const action = isWrong ? 'address-change.disputed' : 'address-change.dispute-withdrawn';
  await recordChange(tx, services, after, { action, actor, before });
}

function countDisputes(tx: Tx, changeId: string): Promise<number> {
  return tx.$count(
    addressChangeNotices,
    and(eq(addressChangeNotices.changeId, changeId), isNotNull(addressChangeNotices.disputedAt)),
  );
}
