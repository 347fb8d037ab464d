import { lazy, Suspense, useState } from 'react';
import type { Control } from 'react-hook-form';
import { useForm, useWatch } from 'react-hook-form';
import { useLocation } from 'wouter';
import type { SignedIn } from '../../../shared/accounts.ts';
import { plans } from '../../../shared/plans.ts';
import { fieldsOf, messageOf } from '../../lib/api/api-error.ts';
import { write } from '../../lib/api/request.ts';
import { listFormErrors, showServerErrors } from '../../lib/forms.ts';
import { Button } from '../../ui/Button.tsx';
import { FormErrorSummary } from '../../ui/FormErrorSummary.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { storeSignIn } from '../sessions/sessions.ts';
import { PasswordPair, PersonFields, PlanField } from './sign-up-fields.tsx';
import type { SignUpValues } from './sign-up-values.ts';
import { noValues, signUpFields, signUpResolver } from './sign-up-values.ts';

const TermsDialog = lazy(async () => ({ default: (await import('./terms-dialog.tsx')).TermsDialog }));
const PasswordChecklist = lazy(async () => ({
  default: (await import('./password-checklist.tsx')).PasswordChecklist,
}));

/** A valid form waits as `pending` until the terms are accepted; cancelling them discards it. */
export function SignUpForm() {
  const [pending, setPending] = useState<SignUpValues | null>(null);
  const [isRegistering, setRegistering] = useState(false);
  const [, navigate] = useLocation();
  const { control, handleSubmit, formState, setFocus, setError } = useForm<SignUpValues>({
    defaultValues: noValues,
    shouldFocusError: false,
    resolver: signUpResolver,
  });

  async function registerPending(values: SignUpValues) {
    setRegistering(true);
    try {
      const { subscriptionPlan: plan } = values;
      storeSignIn(await register(values));
      toast({ title: 'Account created and signed in!', description: `You chose ${plans[plan].name}.` });
      navigate(plan === 'free' ? '/' : '/checkout');
    } catch (error) {
      setPending(null);
      setRegistering(false);
      showServerErrors(fieldsOf(error), signUpFields, setError);
      const description = messageOf(error, 'Please try again.');
      toast({ variant: 'destructive', title: 'Registration failed', description });
    }
  }

  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void handleSubmit(setPending)(event)}>
      <FormErrorSummary
        errors={listFormErrors(formState.errors)}
        attempt={formState.submitCount}
        onSelect={(field) => setFocus(signUpFields.find((name) => name === field) ?? 'firstName')}
      />
      <PersonFields control={control} />
      <PlanField control={control} />
      <PasswordPair control={control} checklist={<Checklist control={control} />} />
      <Button type="submit" isFullWidth isPending={formState.isSubmitting} pendingLabel="Checking">
        Create Account
      </Button>
      <Suspense fallback={null}>
        {pending && (
          <TermsDialog
            isRegistering={isRegistering}
            onAccept={() => void registerPending(pending)}
            onCancel={() => setPending(null)}
          />
        )}
      </Suspense>
    </form>
  );
}

function Checklist({ control }: { control: Control<SignUpValues> }) {
  const password = useWatch({ control, name: 'password' });
  return (
    <Suspense fallback={<Skeleton className="h-40" />}>
      <PasswordChecklist password={password} />
    </Suspense>
  );
}

function register({ confirmPassword: _, ...form }: SignUpValues): Promise<SignedIn> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return write<SignedIn>('POST', '/api/auth/register', { ...form, timezone: timeZone }, { anonymous: true });
}
