import { eq } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { requireFound } from '../../../platform/errors.ts';
import { isStillDisowned } from './contacts.ts';
import { followChange, type RecipientHooks } from './follow-change.ts';
import { ownedAgain } from './recipient-rows.ts';
import { type RecipientRow, recipients } from './recipients.table.ts';
import { toldElsewhere } from './trusted-contacts.ts';

/** What others than the owner may correct in an entry. */
export type Correction = Partial<
  Pick<RecipientRow, 'firstName' | 'lastName' | 'email' | 'secondEmail' | 'phone' | 'mailingAddress'>
>;

/** Who changed where somebody is reached, if not the owner, and until when nothing is sent there. */
type AddressChangedBy = Pick<RecipientRow, 'addressChangedAt' | 'addressChangedBy' | 'addressWaitsUntil'> &
  Partial<Pick<RecipientRow, 'addressesCheckedAt'>>;

/**
 * Corrects the entry of a recipient, whom the caller has locked, on behalf of their owner. A trusted contact whose address for
 * such messages changed is notified again; with a new address, deliveries that were waiting for one are resumed.
 */
export async function correctRecipient(
  tx: Tx,
  services: Services,
  hooks: RecipientHooks,
  {
    before,
    correction,
    changed,
  }: { before: RecipientRow; correction: Correction; changed?: AddressChangedBy },
): Promise<RecipientRow> {
  const { id } = before;
  const { email = before.email, secondEmail = before.secondEmail, phone = before.phone } = correction;
  const reached = { email, secondEmail, phone };
  const [row] = await tx
    .update(recipients)
    .set({
      ...correction,
      ...changed,
      version: before.version + 1,
      ...toldElsewhere(services, before, reached),
      ...(!isStillDisowned(before, reached) && ownedAgain),
      updatedAt: services.clock.now(),
    })
    .where(eq(recipients.id, id))
    .returning();
  const after = requireFound(row);
  await followChange(tx, services, hooks, before, after);
  return after;
}
