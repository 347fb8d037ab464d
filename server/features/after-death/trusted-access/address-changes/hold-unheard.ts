import { and, asc, eq, gt, isNull, not, notInArray, type SQL, sql } from 'drizzle-orm';
import { carriesLink } from '../../../../../shared/outbox/channels.ts';
import { wholeDaysAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Queryable, type Tx } from '../../../../platform/database.ts';
import { readDatabaseTime } from '../../../../platform/database-time.ts';
import { holdDeliveriesTo } from '../../../delivery/deliveries/deliveries.ts';
import { afterEvent } from './address-change-state.ts';
import { type AddressChangeRow, addressChangeNotices, addressChanges } from './address-changes.table.ts';
import { isOf } from './can-object.ts';
import { lockChange, writeChange } from './change-rows.ts';
import { findMaker } from './notices.ts';
import { recordChange } from './record-change.ts';

const sweep = 'unheard-changes';
/** It is held by nobody, so that no link takes it back. */
const nobody = '00000000-0000-0000-0000-000000000000';
/** A mail may be given up, or come back, many days after it was written. */
const withinDays = 30;

/** SQL on a row of notices: it did not arrive, since the address accepts nothing. Names are written out, since a query of notices alone omits the table's. */
const isUnread = sql<boolean>`exists (select from outbox_mails m
  where m.subject_id = address_change_notices.id and m.last_fault = 'mailbox'
    and num_nonnulls(m.sent_at, m.failed_at, m.unwanted_at) > 0)`;

/**
 * Holds what is for a person if nobody has heard of their new address who could say that it is wrong: no message about it arrived,
 * except where whoever gave it to us is reached. Nobody knew that when it was made.
 */
export async function holdUnheard(services: Services): Promise<void> {
  const { db, sweeps } = services;
  const since = wholeDaysAfter(await readDatabaseTime(db, services.clock), -withinDays);
  const notices = (which: SQL) =>
    sql`exists (select from ${addressChangeNotices} where ${addressChangeNotices.changeId} = ${addressChanges.id} and ${which})`;
  const hasPersonHeard = notices(
    sql`${addressChangeNotices.audience} = 'person' and ${addressChangeNotices.channel} <> 'post' and not ${isUnread}`,
  );
  const doubtful = await db
    .select()
    .from(addressChanges)
    .where(
      and(
        isUnseen,
        gt(addressChanges.createdAt, since),
        notices(isUnread),
        not(hasPersonHeard),
        notInArray(addressChanges.id, sweeps.putOff(sweep)),
      ),
    )
    .orderBy(asc(addressChanges.id));
  await sweeps.each(sweep, doubtful, async (change) => {
    if (!(await hasAnybodyHeard(db, change)))
      await inTransaction(db, (tx) => holdIfUnheard(tx, services, change.id));
  });
}

/** It was made without staff, and they have not settled it either. */
const isUnseen = and(
  eq(addressChanges.state, 'made'),
  isNull(addressChanges.decidedAt),
  isNull(addressChanges.disputedAt),
  isNull(addressChanges.settledAt),
);

async function holdIfUnheard(tx: Tx, services: Services, changeId: string): Promise<void> {
  const { change: before, person } = await lockChange(tx, changeId);
  if (before.decidedAt || before.disputedAt || before.settledAt || (await hasAnybodyHeard(tx, before)))
    return;
  const now = await readDatabaseTime(tx, services.clock);
  const columns = afterEvent(before, { kind: 'disputed', by: nobody }, now);
  if (!columns) return;
  const after = await writeChange(tx, before.id, columns);
  await holdDeliveriesTo(tx, services, { recipientId: person.id, actor: 'system', at: now });
  await recordChange(tx, services, after, {
    ...{ action: 'address-change.disputed', actor: 'system', before },
    reason: 'Every message about it came back: nobody has heard of it who could say that it is wrong.',
  });
}

async function hasAnybodyHeard(db: Queryable, { id, accessId }: AddressChangeRow): Promise<boolean> {
  const told = await db
    .select({ address: addressChangeNotices.address, channel: addressChangeNotices.channel, isUnread })
    .from(addressChangeNotices)
    .where(eq(addressChangeNotices.changeId, id));
  const maker = await findMaker(db, accessId);
  return told.some(
    ({ channel, address, isUnread }) => carriesLink(channel) && !isUnread && !(maker && isOf(maker, address)),
  );
}
