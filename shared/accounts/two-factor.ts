import { z } from 'zod';
import { Instant } from '../values.ts';

export const recoveryCodeCount = 10;

/** Six digits of the authenticator app, or one of the recovery codes. */
export const TwoFactorCode = z
  .string('Please enter a code')
  .trim()
  .min(1, 'Please enter a code')
  .max(40, 'Please enter a code');

export const TwoFactorLoginForm = z.object({ challengeToken: z.string().max(200), code: TwoFactorCode });

export const TwoFactorState = z.object({
  enabled: z.boolean(),
  since: Instant.nullable(),
  recoveryCodesLeft: z.number().int(),
});
export type TwoFactorState = z.input<typeof TwoFactorState>;

/** What an authenticator app has to be told; answered at set-up and never again. */
export const TwoFactorSetup = z.object({
  /** For typing: base32. */
  secret: z.string(),
  otpauthUri: z.string(),
  /** The same as a picture: a `data:image/svg+xml` address. */
  qrCode: z.string(),
});
export type TwoFactorSetup = z.input<typeof TwoFactorSetup>;

export const TwoFactorConfirmForm = z.object({ code: TwoFactorCode });

/** Shown once; each works once. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodes = z.input<typeof RecoveryCodes>;
