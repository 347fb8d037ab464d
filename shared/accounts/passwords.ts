import { z } from 'zod';
import { EmailAddress } from '../values.ts';
import { Password, PresentPassword } from './accounts.ts';

export const passwordResetMinutes = 60;

/** The token of a link in a mail. An invalid one is answered exactly like an expired one. */
const LinkToken = z.string().max(200);
export const LinkForm = z.object({ token: LinkToken });

export const ForgotPasswordForm = z.object({ email: EmailAddress });
/** The same message whether or not the account exists. */
export const ForgotPasswordAnswer = z.object({ message: z.string() });

export const ResetPasswordForm = z.object({ token: LinkToken, password: Password });

export const ChangePasswordForm = z.object({ currentPassword: PresentPassword, newPassword: Password });

/** Proves again that it is the owner who asks: the password and, with two-factor sign-in, a code. */
export const ConfirmationForm = z.object({
  password: PresentPassword,
  code: z.string().trim().max(40).optional(),
});
export type ConfirmationForm = z.output<typeof ConfirmationForm>;
