import { Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import type { SignedIn } from '../../../../shared/accounts/sign-in.ts';
import { planKeys, plans } from '../../../../shared/plans.ts';
import { defaultTimeZone, timeZoneLabel } from '../../../../shared/time-zones.ts';
import { fieldsOf } from '../../../lib/api/api-error.ts';
import { write } from '../../../lib/api/request.ts';
import { deviceTimeZone } from '../../../lib/device.ts';
import { lazyComponent } from '../../../lib/lazy.ts';
import { Button } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { showFailure, toast } from '../../../ui/toast.ts';
import { useAuthForm } from './auth-form.ts';
import { askPasswordHint } from './password-hint.ts';
import { pendingSignUp } from './pending-sign-up.ts';
import { storeSignIn } from './sessions/sessions.ts';
import { PasswordPair, PersonFields, PlanField } from './sign-up-fields.tsx';
import type { SignUpValues } from './sign-up-values.ts';
import { readTypedSignUp, useTypedSignUp } from './typed-sign-up.ts';

const SignUpFaults = lazyComponent(async () => (await import('./sign-up-faults.tsx')).SignUpFaults);
const TermsDialog = lazyComponent(async () => (await import('./terms-dialog.tsx')).TermsDialog);

/** If the end of the service is announced, the server has put a notice into the document, and accepts no new accounts. */
export function SignUpForm({ askedPlan }: { askedPlan: string | null }) {
  const isClosing = document.getElementById('closing-notice') !== null;
  return isClosing ? <NoNewAccounts /> : <NewAccountForm askedPlan={askedPlan} />;
}

function NoNewAccounts() {
  return (
    <p className="py-4">
      Long After is closing and takes no new accounts. What people have left here is still delivered.{' '}
      <Link href="/how-we-keep-it#closing">What happens then</Link>
    </p>
  );
}

/** Valid values wait as `pending` until the terms are accepted; cancelling discards them. A plan given in the URL is preselected. */
function NewAccountForm({ askedPlan }: { askedPlan: string | null }) {
  const [pending, setPending] = useState<SignUpValues | null>(null);
  const [isRegistering, setRegistering] = useState(false);
  const [, navigate] = useLocation();
  const [initial] = useState(() => pendingSignUp() ?? valuesFor(askedPlan));
  const form = useAuthForm({
    initial,
    validate: async (values) => (await import('./auth-rules.ts')).checkSignUp(values),
    validateByServer: async (values) => {
      const hint = await askPasswordHint(values.password, values);
      return hint === null ? {} : { password: hint };
    },
    onValid: setPending,
  });

  useTypedSignUp(form.values);

  async function registerPending(values: SignUpValues) {
    setRegistering(true);
    try {
      storeSignIn(await register(values));
      const plan = values.subscriptionPlan;
      toast({ title: 'Account created and signed in!', description: `You chose ${plans[plan].name}.` });
      navigate(plan === 'free' ? '/' : '/checkout');
    } catch (error) {
      setPending(null);
      setRegistering(false);
      form.showErrors(fieldsOf(error));
      showFailure(error, undefined, 'Registration failed');
    }
  }

  return (
    <form noValidate className="grid gap-5" onSubmit={form.submit}>
      <Suspense fallback={null}>
        {form.summary.errors.length > 0 && <SignUpFaults {...form.summary} />}
      </Suspense>
      <PersonFields form={form} />
      <PlanField form={form} />
      <PasswordPair form={form} />
      <ZoneNote />
      <Button type="submit" isFullWidth isPending={form.isSubmitting} pendingLabel="Checking">
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

/** An account's days are in the time zone of the device on which it is created. */
function ZoneNote() {
  const timeZone = deviceTimeZone();
  if (timeZone === defaultTimeZone) return null;
  return (
    <p className="text-small text-ink-soft">
      This device is set to {timeZoneLabel(timeZone)} time, and the days you choose will follow it. You can
      change that in Settings.
    </p>
  );
}

function valuesFor(askedPlan: string | null): SignUpValues {
  const typed = readTypedSignUp();
  return { ...typed, subscriptionPlan: planKeys.find((key) => key === askedPlan) ?? typed.subscriptionPlan };
}

function register({ confirmPassword: _, ...values }: SignUpValues): Promise<SignedIn> {
  const form = { ...values, timezone: deviceTimeZone() };
  return write<SignedIn>('POST', '/api/auth/register', form, { anonymous: true });
}
