import { z } from 'zod';
import { SeenDelivery } from '../delivery/staff-deliveries.ts';
import { allOrNone, instantInQuery, pageLimit } from '../list-query.ts';
import { type Channel, channels } from '../outbox/channels.ts';
import { Reason } from '../system/reason.ts';
import { EmailAddress, Id, Instant, optionalLine } from '../values.ts';

// Where somebody is reached, changed by somebody else than the owner. Everybody who was reached there before hears of it, and nothing goes
// to that person for some days.
//
//   GET  /api/address/:token                     what was changed; changes nothing
//   POST /api/address/:token/wrong               holds what is for that person
//   POST /api/address/:token/right               takes that back, until staff have settled it
//
//   POST /api/admin/deliveries/:id/address       a member of staff proposes a change
//   GET  /api/admin/address-changes              the queue
//   POST /api/admin/address-changes/:id/confirm  another member, or for a contact's change of a contact anybody
//   POST /api/admin/address-changes/:id/refuse
//   POST /api/admin/address-changes/:id/hold
//   POST /api/admin/address-changes/:id/settle   { outcome }: it was right after all, or what was before is put back
//   POST /api/admin/address-changes/:id/letter   { notice }: somebody was told by a letter

export const reachedFields = ['email', 'phone', 'mailingAddress'] as const;
export type ReachedField = (typeof reachedFields)[number];
export const channelOf = {
  email: 'email',
  phone: 'text',
  mailingAddress: 'post',
} as const satisfies Record<ReachedField, Channel>;

/**
 * `proposed`: staff have to confirm it, and nothing is changed yet. `waiting`: made, and nothing goes there yet. `disputed`: somebody said
 * that it is wrong, and everything is held. `ended`: the owner is alive and decides.
 */
export const addressChangeStates = [
  'proposed',
  'disputed',
  'waiting',
  'in_force',
  'refused',
  'put_back',
  'ended',
] as const;
export const AddressChangeState = z.enum(addressChangeStates);
export type AddressChangeState = z.output<typeof AddressChangeState>;

const Changed = z.object({
  field: z.enum(reachedFields),
  before: z.string().nullable(),
  now: z.string().nullable(),
});
export type ChangedAddress = z.input<typeof Changed>;

export const AddressChangePage = z.object({
  state: AddressChangeState,
  audience: z.enum(['person', 'contact', 'owner']),
  personFirstName: z.string(),
  ownerFirstName: z.string(),
  /** A trusted contact by name; null where staff changed it. */
  byName: z.string().nullable(),
  /** Half covered, but for the address to which the link was sent. */
  changes: z.array(Changed),
  madeAt: Instant,
  /** Null until it is confirmed. */
  inForceFrom: Instant.nullable(),
  /** Where this link was sent, and staff write to. */
  writtenTo: z.string(),
  /** When somebody said by this very link that it is wrong. */
  disputedAt: Instant.nullable(),
  canDispute: z.boolean(),
  canTakeBack: z.boolean(),
});
export type AddressChangePage = z.input<typeof AddressChangePage>;

export const AddressChangeParams = z.object({ token: z.string().regex(/^[\w-]{43}$/) });

/** What a member of staff proposes, for the recipient of a delivery as it was seen. What is left out stays as it is. */
export const StaffReaddressing = z
  .object({
    reason: Reason,
    seen: SeenDelivery,
    email: z.union([z.literal('').transform(() => null), EmailAddress]).nullish(),
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

export const addressChangeActs = ['confirm', 'refuse', 'hold', 'settle'] as const;
export type AddressChangeAct = (typeof addressChangeActs)[number];

const Named = z.object({ id: Id, name: z.string() });

export const ToldOfChange = z.object({
  id: Id,
  audience: z.enum(['person', 'contact', 'owner']),
  channel: z.enum(channels),
  /** Of a trusted contact. */
  name: z.string().nullable(),
  address: z.string(),
  /** When the mail server took it, or a letter was written. */
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
  by: z.enum(['contact', 'staff']),
  byName: z.string(),
  reason: z.string().nullable(),
  changes: z.array(Changed),
  since: Instant,
  inForceFrom: Instant.nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: Instant.nullable(),
  /** Since when it is held, and by whom where it was one of us. */
  disputedAt: Instant.nullable(),
  heldBy: z.string().nullable(),
  settledBy: z.string().nullable(),
  settledAt: Instant.nullable(),
  told: z.array(ToldOfChange),
  isLate: z.boolean(),
  /** What the member of staff who asks may do. */
  acts: z.array(z.enum(addressChangeActs)),
});
export type StaffAddressChange = z.input<typeof StaffAddressChange>;

const staffAddressChangesPerPage = 50;

export const StaffAddressChangeQuery = z
  .object({
    /** `open`: not in force yet, or held. */
    show: z.enum(['open', 'over']).default('open'),
    limit: pageLimit(staffAddressChangesPerPage),
    afterSince: instantInQuery,
    after: Id.optional(),
  })
  .refine(...allOrNone('afterSince', 'after'));
export type StaffAddressChangeQuery = z.output<typeof StaffAddressChangeQuery>;

/** The longest waiting first; of those that are over, the latest. */
export const StaffAddressChangeList = z.object({
  changes: z.array(StaffAddressChange),
  next: z.object({ afterSince: Instant, after: Id }).nullable(),
});
export type StaffAddressChangeList = z.input<typeof StaffAddressChangeList>;

/** As staff saw it when they decided. */
export const SeenAddressChange = z.object({
  state: AddressChangeState,
  changes: z.array(Changed).max(reachedFields.length),
});
export type SeenAddressChange = z.output<typeof SeenAddressChange>;

export const AddressChangeDecision = z.object({ reason: Reason, seen: SeenAddressChange });
export const AddressChangeSettling = AddressChangeDecision.extend({ outcome: z.enum(['right', 'put-back']) });
export const AddressChangeLetter = AddressChangeDecision.extend({ notice: Id });
