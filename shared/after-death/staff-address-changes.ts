import { z } from 'zod';
import { SeenDelivery } from '../delivery/staff-deliveries.ts';
import { allOrNone, instantInQuery, pageLimit } from '../list-query.ts';
import { channels } from '../outbox/channels.ts';
import { EmailAddress, Id, Instant, optionalLine, Reason } from '../values.ts';
import { AddressChangeState, Changed, reachedFields } from './address-changes.ts';

/** What a member of staff proposes for the recipient of a delivery, as it was seen. Omitted fields stay as they are. */
export const StaffReaddressing = z
  .object({
    reason: Reason,
    seen: SeenDelivery,
    email: z.union([z.literal('').transform(() => null), EmailAddress]).nullish(),
    secondEmail: z.union([z.literal('').transform(() => null), EmailAddress]).nullish(),
    phone: optionalLine(40)
      .transform((phone) => phone || null)
      .nullish(),
    mailingAddress: optionalLine(500)
      .transform((address) => address || null)
      .nullish(),
  })
  .refine((form) => reachedFields.some((field) => form[field] !== undefined), {
    message: 'Please enter the new address',
    path: ['email'],
  });
export type StaffReaddressing = z.output<typeof StaffReaddressing>;

const addressChangeActs = ['confirm', 'refuse', 'hold', 'settle'] as const;
export type AddressChangeAct = (typeof addressChangeActs)[number];

const Named = z.object({ id: Id, name: z.string() });

export const ToldOfChange = z.object({
  id: Id,
  audience: z.enum(['person', 'contact', 'owner']),
  channel: z.enum(channels),
  /** The name of a trusted contact. */
  name: z.string().nullable(),
  address: z.string(),
  /** When the mail server accepted it, or a letter was written. */
  toldAt: Instant.nullable(),
  failedAt: Instant.nullable(),
  disputedAt: Instant.nullable(),
});
export type ToldOfChange = z.input<typeof ToldOfChange>;

export const StaffAddressChange = z.object({
  id: Id,
  state: AddressChangeState,
  person: Named,
  isTrustedContact: z.boolean(),
  owner: Named,
  by: z.enum(['contact', 'staff', 'recipient']),
  byName: z.string(),
  reason: z.string().nullable(),
  changes: z.array(Changed),
  since: Instant,
  inForceFrom: Instant.nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: Instant.nullable(),
  /** Since when it has been on hold, and by whom if it was one of us. */
  disputedAt: Instant.nullable(),
  heldBy: z.string().nullable(),
  settledBy: z.string().nullable(),
  settledAt: Instant.nullable(),
  told: z.array(ToldOfChange),
  isLate: z.boolean(),
  acts: z.array(z.enum(addressChangeActs)),
});
export type StaffAddressChange = z.input<typeof StaffAddressChange>;

const staffAddressChangesPerPage = 50;

export const StaffAddressChangeQuery = z
  .object({
    /** `open`: not in force yet, or on hold. */
    show: z.enum(['open', 'over']).default('open'),
    limit: pageLimit(staffAddressChangesPerPage),
    afterSince: instantInQuery,
    after: Id.optional(),
  })
  .refine(...allOrNone('afterSince', 'after'));
export type StaffAddressChangeQuery = z.output<typeof StaffAddressChangeQuery>;

/** Longest waiting first; with `over`, latest first. */
export const StaffAddressChangeList = z.object({
  changes: z.array(StaffAddressChange),
  next: z.object({ afterSince: Instant, after: Id }).nullable(),
});
export type StaffAddressChangeList = z.input<typeof StaffAddressChangeList>;

export const SeenAddressChange = z.object({
  state: AddressChangeState,
  changes: z.array(Changed).max(reachedFields.length),
});
export type SeenAddressChange = z.output<typeof SeenAddressChange>;

export const AddressChangeDecision = z.object({ reason: Reason, seen: SeenAddressChange });
export const AddressChangeSettling = AddressChangeDecision.extend({ outcome: z.enum(['right', 'put-back']) });
export const AddressChangeLetter = AddressChangeDecision.extend({ notice: Id });
