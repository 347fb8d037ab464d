import { FormErrorSummary, type FormErrorSummaryProps } from '../../../ui/form-error-summary.tsx';
import type { SignUpValues } from './sign-up-values.ts';

/** The names of the fields; the fault itself is shown once, at its field. */
const labels: Readonly<Record<string, string>> = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone',
  address: 'Address',
  dateOfBirth: 'Date of birth',
  subscriptionPlan: 'Plan',
  password: 'Password',
  confirmPassword: 'Confirm password',
} satisfies Record<keyof SignUpValues, string>;

/** Links to the fields that are still invalid. */
export function SignUpFaults({ errors, ...summary }: FormErrorSummaryProps) {
  const named = errors.map(({ field, message }) => ({ field, message: labels[field] ?? message }));
  return <FormErrorSummary errors={named} {...summary} />;
}
