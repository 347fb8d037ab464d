/** Validation of the forms for signing in, signing up and resetting a password. Loaded at the first submit, because the schemas weigh more than the page. */
import { z } from 'zod';
import { Password, PlanKey, RegisterForm } from '../../../../shared/accounts/accounts.ts';
import { ForgotPasswordForm } from '../../../../shared/accounts/passwords.ts';
import { LoginForm } from '../../../../shared/accounts/sign-in.ts';
import { firstMessages } from '../../../lib/check-form.ts';

const SignUpForm = RegisterForm.extend({
  subscriptionPlan: PlanKey,
  confirmPassword: z.string().min(1, 'Please confirm your password'),
}).refine(({ password, confirmPassword }) => confirmPassword === '' || password === confirmPassword, {
  path: ['confirmPassword'],
  message: "Passwords don't match",
  // Runs even while other fields are invalid, so that all errors show at once.
  when: () => true,
});

export function checkSignIn(values: unknown): Record<string, string> {
  return firstMessages(LoginForm.safeParse(values));
}

export function checkSignUp(values: unknown): Record<string, string> {
  return firstMessages(SignUpForm.safeParse(values));
}

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
