import { z } from 'zod';
import type { Channel } from '../outbox/channels.ts';
import { Instant } from '../values.ts';

// Changes, by somebody other than the owner, of where a person is reached. Everybody who was reached there before is told, and nothing is
// sent to that person for some days.
//
//   GET  /api/address/:token                     what was changed; changes nothing
//   POST /api/address/:token/wrong               puts everything for that person on hold
//   POST /api/address/:token/right               takes that back, until staff have settled it
//
//   POST /api/admin/deliveries/:id/address       a member of staff proposes a change
//   GET  /api/admin/address-changes              the queue
//   POST /api/admin/address-changes/:id/confirm  by another member; by any, if a contact proposed it about a contact
//   POST /api/admin/address-changes/:id/refuse
//   POST /api/admin/address-changes/:id/hold
//   POST /api/admin/address-changes/:id/settle   { outcome }: it was right after all, or the previous one is restored
//   POST /api/admin/address-changes/:id/letter   { notice }: somebody was told by letter

export const reachedFields = ['email', 'secondEmail', 'phone', 'mailingAddress'] as const;
export type ReachedField = (typeof reachedFields)[number];
export const channelOf = {
  email: 'email',
  secondEmail: 'email',
  phone: 'text',
  mailingAddress: 'post',
} as const satisfies Record<ReachedField, Channel>;

/**
 * `proposed`: staff have to confirm it, and nothing has changed yet. `waiting`: made, but nothing is sent there yet.
 * `disputed`: somebody said that it is wrong, and everything is on hold. `ended`: the owner is alive and decides.
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
  /** The trusted contact's name; null if staff changed it. */
  byName: z.string().nullable(),
  /** Partly covered, except the address to which the link was sent. */
  changes: z.array(Changed),
  madeAt: Instant,
  /** Null until it is confirmed. */
  inForceFrom: Instant.nullable(),
  /** Where this link was sent, and where staff write. */
  writtenTo: z.string(),
  /** When somebody said through this very link that it is wrong. */
  disputedAt: Instant.nullable(),
  canDispute: z.boolean(),
  canTakeBack: z.boolean(),
});
export type AddressChangePage = z.input<typeof AddressChangePage>;

export const AddressChangeParams = z.object({ token: z.string().regex(/^[\w-]{43}$/) });
