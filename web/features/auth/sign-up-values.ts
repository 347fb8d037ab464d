import type { Resolver } from 'react-hook-form';
import type { PlanKey } from '../../../shared/plans.ts';

export interface SignUpValues {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  address: string;
  dateOfBirth: string;
  subscriptionPlan: PlanKey;
  password: string;
  confirmPassword: string;
}

export const noValues: SignUpValues = {
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

/** The fields in their order in the form. */
export const signUpFields = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'address',
  'dateOfBirth',
  'subscriptionPlan',
  'password',
  'confirmPassword',
] as const;

export const signUpResolver: Resolver<SignUpValues> = async (...args) =>
  (await import('./auth-rules.ts')).signUpRules(...args);
