import type { Services } from '../../../platform/context.ts';
import type { Queryable, Tx } from '../../../platform/database.ts';

export { isUntold, readAddressWait, waitLonger, waitOf } from './address-waits.ts';
export { isUnchecked } from './check-addresses.ts';
export {
  type Addresses,
  addressOf,
  contactOf,
  contactsOf,
  isAmong,
  isSameAddress,
  ownContactOf,
  requireTwoAddresses,
} from './contacts.ts';
export { trustedContacts } from './contacts-of-owner.ts';
export { type Correction, correctRecipient } from './correct-recipient.ts';
export type { RecipientHooks } from './follow-change.ts';
export { nameGuardian, requireNamed } from './named-people.ts';
export { beginProposal, proveProposal, sendProposalCode, wrongCode } from './propose-address.ts';
export {
  agreeToAddress,
  endProposal,
  findOpenProposal,
  listUnanswered,
  type ReaddressAfterDeath,
  refuseAddress,
  saveProposal,
  submitProposal,
  waitForProposals,
} from './proposed-addresses.ts';
export { type RecipientEntry, toRecipient, withDays } from './recipient-days.ts';
export type { DeathHooks } from './recipient-death.ts';
export {
  endHold,
  findAddressee,
  holdRecipient,
  listRecipients,
  lockRecipient,
  moveRecipients,
  setDeclined,
  setDisowned,
} from './recipient-rows.ts';
export { changeRecipient, createRecipient } from './save-recipient.ts';

/** What this feature needs to know about the schedules of a recipient; passed in by app.ts. */
export interface ScheduledDeliveries {
  /** Locks the schedules that name a recipient; call it before locking the recipient. */
  lock(tx: Tx, recipientId: string): Promise<void>;
  /** The schedules that name the recipient and that they have not received yet, in order of delivery date. */
  list(tx: Tx, recipientId: string): Promise<ScheduledDelivery[]>;
  /** Removes the recipient from all of these; returns the ids of the schedules left without recipients. */
  withdraw(tx: Tx, services: Services, actor: string, recipientId: string): Promise<Set<string>>;
}

/** The titles of the physical items that a recipient should receive and has not yet; passed in by app.ts. */
export type ListItemsMeantFor = (db: Queryable, recipientId: string) => Promise<string[]>;

export interface ScheduledDelivery {
  /** The schedule's id. */
  id: string;
  memoryTitle: string | null;
  deliveryDate: Date;
  deliveryType: 'scheduled' | 'on_death';
  /** `YYYY-MM-DD` in `timezone` */
  localDate: string;
  timezone: string;
  /** For an `on_death` one: not before this many days after the release. */
  releaseDays: number | null;
}
