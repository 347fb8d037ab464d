/** The rules of both forms. Loaded with the first attempt, since the schemas weigh more than the page. */
import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { LoginForm, PlanKey, RegisterForm } from '../../../shared/accounts.ts';

const optionalText = z.string().max(500, 'Please use at most 500 characters');

const SignUpForm = RegisterForm.omit({ timezone: true }).extend({
  phone: optionalText,
  address: optionalText,
  subscriptionPlan: PlanKey,
  confirmPassword: z.string().min(1, 'Please confirm your password'),
}).refine(({ password, confirmPassword }) => confirmPassword === '' || password === confirmPassword, {
  path: ['confirmPassword'],
  message: "Passwords don't match",
  when: () => true,
});

export const signInRules = zodResolver(LoginForm, undefined, { raw: true });
export const signUpRules = zodResolver(SignUpForm, undefined, { raw: true });
