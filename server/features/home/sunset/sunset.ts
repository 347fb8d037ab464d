import { dayOf } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Queryable } from '../../../platform/database.ts';
import { readDatabaseTime } from '../../../platform/database-time.ts';
import { inTurn } from '../../../platform/sweeps.ts';
import type { PaymentEffects } from '../../billing/payments/payment-events/payment-events.ts';
import { countPaidBeyond, endRenewalsBeforeClosing } from '../../billing/subscriptions/subscriptions.ts';
import { countKeptItems } from '../../keepsakes/physical-items/physical-items.ts';
import {
  announceClosing,
  type ClosingRow,
  type ClosingState,
  closingStateOf,
  firstLastDay,
  readClosing,
  requireAnnounceable,
  withdrawClosing,
} from '../../system/closing/closing.ts';
import { countAudience, countUntold } from './audience.ts';
import { type Outlook, readOutlook } from './outlook.ts';
import { settleHandOvers } from './settle-hand-overs.ts';
import type { NoticeRole } from './sunset.table.ts';
import { tellOfClosing } from './tell.ts';

// What `npm run sunset` does. It is only for whoever runs the installation: no route leads here, so that
// nobody can end the service with an account, whatever their role.

/** What an announcement would do. */
export interface Preview {
  people: Record<NoticeRole, number>;
  outlook: Outlook;
}

/** Shows what an announcement would do. Changes nothing. Throws if `lastDay` cannot be announced. */
export function previewClosing(services: Services, lastDay: string): Promise<Preview> {
  return inTransaction(services.db, async (tx) => {
    await requireAnnounceable(tx, services, lastDay);
    return { people: await countAudience(tx, services), outlook: await readOutlook(tx, lastDay) };
  });
}

/** Announces the end and tells everybody. Returns how many were told. The timer completes what a crash leaves undone. */
export async function announce(
  services: Services,
  announcement: { lastDay: string; by: string },
): Promise<number> {
  await inTransaction(services.db, (tx) => announceClosing(tx, services, announcement));
  return tellOfClosing(services);
}

/** Withdraws it, and tells the same people. */
export async function withdraw(services: Services, by: string): Promise<number> {
  await inTransaction(services.db, (tx) => withdrawClosing(tx, services, by));
  await settleHandOvers(services);
  return tellOfClosing(services);
}

/** Called by the timer. */
export function proceedWithClosing(services: Services, effects: PaymentEffects): Promise<void> {
  return inTurn(
    () => settleHandOvers(services),
    () => tellOfClosing(services),
    () => endRenewalsBeforeClosing(services, effects),
  );
}

export interface Status {
  state: ClosingState;
  closing: ClosingRow | undefined;
  /** The earliest last day that could be announced now. */
  firstLastDay: string;
  /** Null while nothing is announced. */
  left: { outlook: Outlook; untold: number; items: number; paidBeyond: number } | null;
}

export async function readStatus(services: Services): Promise<Status> {
  const { db, clock } = services;
  const now = await readDatabaseTime(db, clock);
  const closing = await readClosing(db);
  return {
    state: closingStateOf(closing, dayOf(now)),
    closing,
    firstLastDay: firstLastDay(services, now),
    left: closing ? await readLeft(db, services, closing) : null,
  };
}

async function readLeft(db: Queryable, services: Services, { id, lastDay }: ClosingRow) {
  return {
    outlook: await readOutlook(db, lastDay),
    untold: await countUntold(db, services, { closingId: id, step: 'announced' }),
    items: await countKeptItems(db),
    paidBeyond: await countPaidBeyond(db, lastDay),
  };
}
