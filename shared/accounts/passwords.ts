import { z } from 'zod';
import { EmailAddress, plainText } from '../values.ts';
import { CodeIfOn, Password, PresentPassword } from './accounts.ts';
import { passwordMaxCharacters } from './password-rules.ts';

export const passwordResetMinutes = 60;

/** The token of a link in a mail. An invalid one gets exactly the same response as an expired one. */
const LinkToken = z.string().max(200);
export const LinkForm = z.object({ token: LinkToken });

/** Which address a link confirmed or restored. */
export const ConfirmedEmail = z.object({ email: z.string() });

export const ForgotPasswordForm = z.object({ email: EmailAddress });
/** The same message whether or not the account exists. */
export const ForgotPasswordAnswer = z.object({ message: z.string() });

export const ResetLinkForm = z.object({ token: LinkToken });

export const ResetPasswordForm = ResetLinkForm.extend({ password: Password });

export const ChangePasswordForm = z.object({
  currentPassword: PresentPassword,
  newPassword: Password,
  code: CodeIfOn,
});

/** A password that somebody is about to choose, with the names that the form contains so far. */
export const PasswordHintForm = z.object({
  password: plainText(passwordMaxCharacters),
  firstName: plainText(100).default(''),
  lastName: plainText(100).default(''),
  email: plainText(254).default(''),
});
/** A sentence on why it would be refused as easy to guess. */
export const PasswordHint = z.object({ hint: z.string().nullable() });
export type PasswordHint = z.output<typeof PasswordHint>;

/** Proves again that it is the owner who asks: the password and, with two-factor sign-in, a code. */
export const ConfirmationForm = z.object({ password: PresentPassword, code: CodeIfOn });
export type ConfirmationForm = z.output<typeof ConfirmationForm>;
