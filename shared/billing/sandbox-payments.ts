import { z } from 'zod';

/** A payment on the built-in trial page, on which no money moves. */
export const SandboxPayment = z.object({
  lines: z.array(z.object({ label: z.string(), amountDollars: z.number() })),
  amountDollars: z.number(),
  status: z.enum(['open', 'paid', 'expired']),
  /** Declined once, and not paid since. */
  isDeclined: z.boolean(),
  /** Where the payer goes on, and where they go back to. */
  successUrl: z.string(),
  cancelUrl: z.string(),
});
export type SandboxPayment = z.input<typeof SandboxPayment>;
