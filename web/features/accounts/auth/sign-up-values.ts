import type { PlanKey } from '../../../../shared/plans.ts';
import type { useAuthForm } from './auth-form.ts';

type TextName =
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'phone'
  | 'address'
  | 'dateOfBirth'
  | 'password'
  | 'confirmPassword';

export type SignUpValues = Record<TextName, string> & { subscriptionPlan: PlanKey };

/** The empty sign-up form. Its keys are the fields, in display order. */
export const noSignUpValues: SignUpValues = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  address: '',
  dateOfBirth: '',
  subscriptionPlan: 'free',
  password: '',
  confirmPassword: '',
};

export type SignUpFormState = ReturnType<typeof useAuthForm<SignUpValues>>;
