import { z } from 'zod';
import type { Channel } from '../outbox/channels.ts';
import { Instant } from '../values.ts';

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

export const reachedFields = ['email', 'secondEmail', 'phone', 'mailingAddress'] as const;
export type ReachedField = (typeof reachedFields)[number];
export const channelOf = {
  email: 'email',
  secondEmail: 'email',
  phone: 'text',
  mailingAddress: 'post',
} as const satisfies Record<ReachedField, Channel>;

/**
 * `proposed`: staff have to confirm it, and nothing is changed yet. `waiting`: made, and nothing goes there yet. `disputed`: somebody said
 * that it is wrong, and everything is held. `ended`: the owner is alive and decides.
 */
const addressChangeStates = [
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

export const Changed = z.object({
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
