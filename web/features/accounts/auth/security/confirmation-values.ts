import { z } from 'zod';
import { PresentPassword } from '../../../../../shared/accounts/accounts.ts';
import { ChangePasswordForm } from '../../../../../shared/accounts/passwords.ts';
import { firstMessages } from '../../../../lib/check-form.ts';

export const NeededCode = z.string().trim().min(1, 'Please enter a code');

/** What somebody types to prove their identity again; `confirmation` is the word to type before something irreversible. */
export const noConfirmation = { password: '', code: '', confirmation: '' };

export type ConfirmationValues = typeof noConfirmation;

interface ConfirmationNeeds {
  /** Whether two-factor sign-in is on. */
  needsCode: boolean;
  word?: string | undefined;
}

export function checkConfirmation(
  values: ConfirmationValues,
  { needsCode, word }: ConfirmationNeeds,
): Record<string, string> {
  const rules = z.object({
    password: PresentPassword,
    code: needsCode ? NeededCode : z.string(),
    confirmation: z
      .string()
      .refine((text) => !word || text.trim().toUpperCase() === word, `Please type ${word} to confirm`),
  });
  return firstMessages(rules.safeParse(values));
}

/** The code is required if two-factor sign-in is on. */
export const noPasswords = { currentPassword: '', newPassword: '', confirmPassword: '', code: '' };

export type PasswordValues = typeof noPasswords;

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
