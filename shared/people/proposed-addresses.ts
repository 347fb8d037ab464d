import { z } from 'zod';
import { EmailAddress, optionalLine } from '../values.ts';

/** Where a recipient says that they are reached now; omitted fields stay as they are. */
export const AddressProposalForm = z
  .object({
    email: z.union([z.literal('').transform(() => null), EmailAddress]).nullish(),
    phone: optionalLine(40),
    mailingAddress: optionalLine(500),
  })
  .refine((form) => Boolean(form.email || form.phone || form.mailingAddress), {
    message: 'Please enter what has changed',
    path: ['email'],
  });
export type AddressProposalForm = z.output<typeof AddressProposalForm>;

/** For the code that was sent to a new email address. */
export const AddressCodeForm = z.object({ code: z.string().regex(/^\d{6}$/, 'The code has six digits') });
