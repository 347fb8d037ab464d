import { z } from 'zod';
import { Instant } from '../values.ts';
import { PresentPassword } from './accounts.ts';
import { LinkForm } from './passwords.ts';
import { SignedIn } from './sign-in.ts';

export const recoveryCodeCount = 10;
/** For how long whoever reads the mail about it can undo switching on two-factor sign-in. */
export const twoFactorUndoHours = 72;

/** Six digits from the authenticator app, or one of the recovery codes. */
const TwoFactorCode = z
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

/** What an authenticator app needs. Returned at set-up and never again. */
export const TwoFactorSetup = z.object({
  /** Base32, for typing in. */
  secret: z.string(),
  otpauthUri: z.string(),
  /** `otpauthUri` as an image: a `data:image/svg+xml` URL. */
  qrCode: z.string(),
});
export type TwoFactorSetup = z.input<typeof TwoFactorSetup>;

export const TwoFactorConfirmForm = z.object({ code: TwoFactorCode });

/** With the password that the account had when it was switched on. */
export const TwoFactorUndoForm = LinkForm.extend({ password: PresentPassword });

/** Returned once; each code works once. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodes = z.input<typeof RecoveryCodes>;

/** With a new token: the previous one no longer works. */
export const TwoFactorOn = SignedIn.extend(RecoveryCodes.shape);
export type TwoFactorOn = z.input<typeof TwoFactorOn>;
