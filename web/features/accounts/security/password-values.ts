import { z } from 'zod';
import { ChangePasswordForm } from '../../../../shared/accounts/passwords.ts';
import { firstMessages } from '../../../lib/first-messages.ts';

export interface PasswordValues {
  currentPassword: string;
  newPassword: string;
  confirmPassword: string;
}

export const passwordFieldNames = ['currentPassword', 'newPassword', 'confirmPassword'] as const;

const Passwords = ChangePasswordForm.extend({
  confirmPassword: z.string().min(1, 'Please confirm your password'),
}).refine(({ newPassword, confirmPassword }) => confirmPassword === '' || newPassword === confirmPassword, {
  path: ['confirmPassword'],
  message: "Passwords don't match",
  // Runs even while other fields are invalid, so that all errors show at once.
  when: () => true,
});

export function checkPasswords(values: PasswordValues): Record<string, string> {
  return firstMessages(Passwords.safeParse(values));
}
