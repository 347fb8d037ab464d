import { z } from 'zod';
import { ChangePasswordForm } from '../../../../../shared/accounts/passwords.ts';
import { firstMessages } from '../../../../lib/check-form.ts';
import { NeededCode } from './confirmation-values.ts';

export interface PasswordValues {
  currentPassword: string;
  newPassword: string;
  confirmPassword: string;
  /** Asked for where two-factor sign-in is on. */
  code: string;
}

export const passwordFieldNames = ['currentPassword', 'newPassword', 'confirmPassword', 'code'] as const;

const passwordsOf = (needsCode: boolean) =>
  ChangePasswordForm.extend({
    confirmPassword: z.string().min(1, 'Please confirm your password'),
    code: needsCode ? NeededCode : z.string(),
  }).refine(({ newPassword, confirmPassword }) => confirmPassword === '' || newPassword === confirmPassword, {
    path: ['confirmPassword'],
    message: "Passwords don't match",
    // Runs even while other fields are invalid, so that all errors show at once.
    when: () => true,
  });

export function checkPasswords(values: PasswordValues, needsCode: boolean): Record<string, string> {
  return firstMessages(passwordsOf(needsCode).safeParse(values));
}
