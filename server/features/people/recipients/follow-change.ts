import { fullNameOf } from '../../../../shared/names.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { announce } from '../../../platform/events.ts';
import { addressOf } from './recipient-rows.ts';
import type { RecipientRow } from './recipients.table.ts';
import { notifyTrustedContactLater } from './trusted-contacts.ts';

/** What follows from a change of an entry; passed in by app.ts. */
export interface RecipientHooks {
  /** Resumes deliveries that were waiting for another address. */
  resume(tx: Tx, services: Services, recipientId: string): Promise<void>;
  /** Resumes what waited because others had changed the address: the owner has entered one. */
  endWait(tx: Tx, services: Services, recipientId: string, waitedUntil: Date): Promise<void>;
  /** Gives the memories that are for a recipient their new name. */
  rename(tx: Tx, recipientId: string, name: string): Promise<void>;
}

type Reached = Pick<RecipientRow, 'email' | 'phone' | 'mailingAddress'>;

export function isReachedAlike(one: Reached, other: Reached): boolean {
  return (
    one.email === other.email && one.phone === other.phone && one.mailingAddress === other.mailingAddress
  );
}

export async function followChange(
  tx: Tx,
  services: Services,
  hooks: RecipientHooks,
  before: RecipientRow,
  after: RecipientRow,
): Promise<void> {
  const { id, userId } = after;
  const isRenamed = fullNameOf(after) !== fullNameOf(before);
  if (isRenamed) await hooks.rename(tx, id, fullNameOf(after));
  if (addressOf(after) !== addressOf(before)) await hooks.resume(tx, services, id);
  await notifyTrustedContactLater(tx, services, after);
  await announce(tx, userId, ['recipients', 'schedules', ...(isRenamed ? (['memories'] as const) : [])]);
}
