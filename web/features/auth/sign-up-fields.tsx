import type { ReactNode } from 'react';
import type { Control } from 'react-hook-form';
import type { Plan } from '../../../shared/plans.ts';
import { planKeys, plans } from '../../../shared/plans.ts';
import { useField } from '../../lib/forms.ts';
import { DateField } from '../../ui/DateField.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { RadioGroup } from '../../ui/RadioGroup.tsx';
import { TextField } from '../../ui/TextField.tsx';
import type { SignUpValues } from './sign-up-values.ts';

interface FieldsProps {
  control: Control<SignUpValues>;
}

export function PersonFields({ control }: FieldsProps) {
  const today = new Date().toISOString().slice(0, 10);
  return (
    <>
      <div className="grid gap-5 md:grid-cols-2">
        <TextField
          label="First name"
          autoComplete="given-name"
          isRequired
          {...useField({ control, name: 'firstName' })}
        />
        <TextField
          label="Last name"
          autoComplete="family-name"
          isRequired
          {...useField({ control, name: 'lastName' })}
        />
      </div>
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        spellCheck={false}
        isRequired
        {...useField({ control, name: 'email' })}
      />
      <TextField
        label="Phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        isOptional
        {...useField({ control, name: 'phone' })}
      />
      <TextField
        label="Address"
        autoComplete="street-address"
        isOptional
        {...useField({ control, name: 'address' })}
      />
      <DateField
        label="Date of birth"
        autoComplete="bday"
        max={today}
        isRequired
        className="md:max-w-64"
        {...useField({ control, name: 'dateOfBirth' })}
      />
    </>
  );
}

export function PlanField({ control }: FieldsProps) {
  const field = useField({ control, name: 'subscriptionPlan' });
  return (
    <RadioGroup
      label="Plan"
      isRequired
      choices={planKeys.map((key) => ({
        value: key,
        label: plans[key].name,
        description: describePrice(plans[key]),
      }))}
      {...field}
    />
  );
}

function describePrice(plan: Plan): string {
  if (plan.monthlyPrice === 0) return 'Free';
  const years = plan.reducedAfterMonths / 12;
  return `$${plan.monthlyPrice} a month, then $${plan.reducedMonthlyPrice} a month after ${years} years`;
}

export function PasswordPair({ control, checklist }: FieldsProps & { checklist: ReactNode }) {
  return (
    <>
      <div className="grid gap-3">
        <PasswordField
          label="Password"
          autoComplete="new-password"
          isRequired
          {...useField({ control, name: 'password' })}
        />
        {checklist}
      </div>
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        isRequired
        {...useField({ control, name: 'confirmPassword' })}
      />
    </>
  );
}
