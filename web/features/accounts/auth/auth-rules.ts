/** The rules of both forms. Loaded with the first attempt, since the schemas weigh more than the page. */
import { z } from 'zod';
import { LoginForm, PlanKey, RegisterForm } from '../../../../shared/accounts/accounts.ts';
import { firstMessages } from '../../../lib/first-messages.ts';

const SignUpForm = RegisterForm.extend({
  subscriptionPlan: PlanKey,
  confirmPassword: z.string().min(1, 'Please confirm your password'),
}).refine(({ password, confirmPassword }) => confirmPassword === '' || password === confirmPassword, {
  path: ['confirmPassword'],
  message: "Passwords don't match",
  // Also while other fields are still wrong, so that all is said at once.
  when: () => true,
});

export function checkSignIn(values: unknown): Record<string, string> {
  return firstMessages(LoginForm.safeParse(values));
}

export function checkSignUp(values: unknown): Record<string, string> {
  return firstMessages(SignUpForm.safeParse(values));
}
