import { fullNameOf } from '../../../../shared/names.ts';
import type { Contact } from '../../../../shared/outbox/channels.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { announce } from '../../../platform/events.ts';
import { type Addresses, areSameContacts, contactsOf } from './contacts.ts';
import type { RecipientRow } from './recipients.table.ts';
import { notifyTrustedContactLater } from './trusted-contacts.ts';

/** What follows from changing an entry; passed in by app.ts. */
export interface RecipientHooks {
  /** Resumes deliveries that were waiting for an address that `before` did not have. */
  resume(tx: Tx, services: Services, recipientId: string, before: readonly Contact[]): Promise<void>;
  /** Resumes what waited because others had changed the address: the owner has entered one. */
  endWait(tx: Tx, services: Services, recipientId: string, waitedUntil: Date): Promise<void>;
  /** Gives the memories that are for a recipient their new name. */
  rename(tx: Tx, recipientId: string, name: string): Promise<void>;
}

type Reached = Addresses & Pick<RecipientRow, 'mailingAddress'>;

export function isReachedAlike(one: Reached, other: Reached): boolean {
  return areSameContacts(one, other) && one.mailingAddress === other.mailingAddress;
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
  if (!areSameContacts(before, after)) await hooks.resume(tx, services, id, contactsOf(before));
  await notifyTrustedContactLater(tx, services, after);
  await announce(tx, userId, ['recipients', 'schedules', ...(isRenamed ? (['memories'] as const) : [])]);
}
