import type { Services } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Owner } from './change-lease.ts';
import { currentOf } from './current-subscription.ts';

/** The provider's page for changing the card and reading invoices. 409 for somebody who has never paid by card. */
export async function openPortal(
  { db, payments }: Services,
  { id }: Owner,
  origin: string,
): Promise<{ url: string }> {
  const held = await currentOf(db, id);
  if (!held || held.provider !== payments.name)
    throw new AppError('conflict', 'There is no card to change: you have not paid for a plan here yet.');
  return { url: await payments.openPortal(held.customerId, `${origin}/settings`) };
}
