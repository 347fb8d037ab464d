/** Validation of the password reset forms. Loaded at the first submit, like `auth-rules.ts`. */
import { z } from 'zod';
import { Password } from '../../../../shared/accounts/accounts.ts';
import { ForgotPasswordForm } from '../../../../shared/accounts/passwords.ts';
import { firstMessages } from '../../../lib/check-form.ts';

const NewPasswordForm = z
  .object({ password: Password, confirmPassword: z.string().min(1, 'Please confirm your password') })
  .refine(({ password, confirmPassword }) => confirmPassword === '' || password === confirmPassword, {
    path: ['confirmPassword'],
    message: "Passwords don't match",
    when: () => true,
  });

export function checkForgotPassword(values: unknown): Record<string, string> {
  return firstMessages(ForgotPasswordForm.safeParse(values));
}

export function checkNewPassword(values: unknown): Record<string, string> {
  return firstMessages(NewPasswordForm.safeParse(values));
}
