import { z } from 'zod';
import { personName } from '../person-names.ts';
import { EmailAddress, Id, Instant, optionalLine } from '../values.ts';

export const relationships = ['spouse', 'child', 'parent', 'sibling', 'friend', 'relative', 'other'] as const;

export const recipientFieldsMissing = {
  title: 'Validation Error',
  message: 'Please fill in all required fields (First Name, Last Name, and Relationship)',
} as const;

const missing = recipientFieldsMissing.message;

export const RecipientForm = z.object({
  firstName: personName(100, missing),
  lastName: personName(100, missing),
  relationship: z.enum(relationships, missing),
  email: z.union([z.literal('').transform(() => null), EmailAddress]).nullish(),
  phone: optionalLine(40),
  mailingAddress: optionalLine(500),
  trustedContact: z.boolean().default(false),
  /** Another recipient, who gets what was for this one if they have died. Left out, it stays as it is. */
  substituteId: Id.nullable().optional(),
});
export type RecipientForm = z.output<typeof RecipientForm>;

export const Recipient = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  relationship: z.enum(relationships),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  mailingAddress: z.string().nullable(),
  trustedContact: z.boolean(),
  substituteId: Id.nullable(),
  /** The mail that explains being a trusted contact is still to be sent. */
  explanationPending: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Recipient = z.input<typeof Recipient>;

export const RecipientList = z.array(Recipient);

export const RecipientDeleteQuery = z.object({
  /** Also remove the recipient from undelivered schedules that name them. */
  force: z.enum(['true', 'false']).default('false'),
});

/** The schedules that have no recipient left after a forced deletion. */
export const RecipientDeleted = z.object({
  schedulesWithNobody: z.array(z.object({ id: Id, memoryTitle: z.string(), deliveryDate: Instant })),
});
