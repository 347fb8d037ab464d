import { z } from 'zod';

/** A payment on the built-in trial page. No money moves. */
export const SandboxPayment = z.object({
  lines: z.array(z.object({ label: z.string(), amountDollars: z.number() })),
  amountDollars: z.number(),
  status: z.enum(['open', 'paid', 'expired']),
  /** It was declined at least once, and has not been paid since. */
  isDeclined: z.boolean(),
  /** Where the payer goes after paying, and after leaving without paying. */
  successUrl: z.string(),
  cancelUrl: z.string(),
});
export type SandboxPayment = z.input<typeof SandboxPayment>;

export const SandboxRenewals = z.object({ isDeclined: z.boolean() });
export const SandboxMonths = z.object({ months: z.number().int().min(1).max(120) });
