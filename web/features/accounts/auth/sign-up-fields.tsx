import { Suspense, useState } from 'react';
import { type Plan, planKeys, plans } from '../../../../shared/plans.ts';
import { lazyComponent } from '../../../lib/lazy.ts';
import { RadioGroup } from '../../../ui/choice-group.tsx';
import { NoSalesNote } from '../../../ui/no-sales-note.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { PhoneField } from '../../../ui/phone-field.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { DateField, EmailField, TextField } from '../../../ui/text-field.tsx';
import type { SignUpFormState } from './sign-up-values.ts';

const PasswordChecklist = lazyComponent(
  async () => (await import('./password-checklist.tsx')).PasswordChecklist,
);

export function PersonFields({ form }: { form: SignUpFormState }) {
  const today = new Date().toISOString().slice(0, 10);
  return (
    <>
      <div className="grid gap-5 md:grid-cols-2">
        <TextField label="First name" autoComplete="given-name" isRequired {...form.field('firstName')} />
        <TextField label="Last name" autoComplete="family-name" isRequired {...form.field('lastName')} />
      </div>
      <EmailField isRequired {...form.field('email')} />
      <DateField
        label="Date of birth"
        autoComplete="bday"
        max={today}
        isRequired
        className="md:max-w-64"
        {...form.field('dateOfBirth')}
      />
      <PhoneAndAddress form={form} />
    </>
  );
}

/** Collapsed, because most people need neither to begin. Fields that are filled in or invalid are shown. */
function PhoneAndAddress({ form }: { form: SignUpFormState }) {
  const phone = form.field('phone');
  const address = form.field('address');
  const [isOpen, setOpen] = useState(phone.value !== '' || address.value !== '');
  return (
    <details
      open={isOpen || phone.error !== undefined || address.error !== undefined}
      className="group border-y border-line"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2.5 rounded-small [&::-webkit-details-marker]:hidden">
        <span
          aria-hidden="true"
          className="w-5 text-[1.625rem] leading-none font-light text-gold transition-transform group-open:rotate-45"
        >
          +
        </span>
        <span>
          Add phone and address <span className="text-ink-soft">(optional)</span>
        </span>
      </summary>
      <div className="grid gap-5 pt-2 pb-5">
        <PhoneField {...phone} />
        <TextField label="Address" autoComplete="street-address" isOptional {...address} />
      </div>
    </details>
  );
}

export function PlanField({ form }: { form: SignUpFormState }) {
  return (
    <div>
      <NoSalesNote>
        Nothing can be bought here now. Whichever you choose, you start with First Echo, which is free.
      </NoSalesNote>
      <RadioGroup
        label="Plan"
        isRequired
        choices={planKeys.map((key) => ({
          value: key,
          label: plans[key].name,
          description: describePrice(plans[key]),
        }))}
        {...form.field('subscriptionPlan')}
      />
    </div>
  );
}

function describePrice(plan: Plan): string {
  if (plan.monthlyPrice === 0) return 'Free';
  const years = plan.reducedAfterMonths / 12;
  return `$${plan.monthlyPrice} a month, then $${plan.reducedMonthlyPrice} a month after ${years} years`;
}

export function PasswordPair({ form }: { form: SignUpFormState }) {
  return (
    <>
      <div className="grid gap-3">
        <PasswordField label="Password" autoComplete="new-password" isRequired {...form.field('password')} />
        <Suspense fallback={<Skeleton className="h-34" />}>
          <PasswordChecklist
            password={form.values.password}
            owner={form.values}
            error={form.field('password').error}
          />
        </Suspense>
      </div>
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        isRequired
        {...form.field('confirmPassword')}
      />
    </>
  );
}
