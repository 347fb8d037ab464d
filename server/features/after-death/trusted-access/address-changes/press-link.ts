import { and, eq, isNotNull } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { readDatabaseTime } from '../../../../platform/database-time.ts';
import { AppError } from '../../../../platform/errors.ts';
import { holdDeliveriesTo } from '../../../delivery/deliveries/deliveries.ts';
import { renewTrustedLinks } from '../../death-cases/contacts/contacts.ts';
import { endHoldIfLast } from '../people.ts';
import { type AddressChangeEvent, afterEvent, canBeDisputed, isDisputed } from './address-change-state.ts';
import { type AddressChangeNoticeRow, addressChangeNotices } from './address-changes.table.ts';
import { findNotice, lockChange, writeChange } from './change-rows.ts';
import { type Page, readChangePage } from './link-page.ts';
import { recordChange } from './record-change.ts';

/**
 * Somebody says through a link that the new address is wrong: nothing is sent to that person until staff have
 * found out. Saying it again changes nothing.
 */
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

/** They take it back. If somebody else also said that it is wrong, that still stands. */
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
