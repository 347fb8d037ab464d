import type { Resolver } from 'react-hook-form';
import { useForm } from 'react-hook-form';
import { useLocation } from 'wouter';
import type { SignedIn } from '../../../shared/accounts.ts';
import { fieldsOf, messageOf } from '../../lib/api/api-error.ts';
import { write } from '../../lib/api/request.ts';
import { listFormErrors, showServerErrors, useField } from '../../lib/forms.ts';
import { Button } from '../../ui/Button.tsx';
import { FormErrorSummary } from '../../ui/FormErrorSummary.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toast } from '../../ui/toast.ts';
import { storeSignIn } from '../sessions/sessions.ts';

export interface SignInValues {
  email: string;
  password: string;
}

const resolver: Resolver<SignInValues> = async (...args) => (await import('./auth-rules.ts')).signInRules(...args);

export function SignInForm() {
  const [, navigate] = useLocation();
  const { control, handleSubmit, formState, setFocus, setError, resetField } = useForm<SignInValues>({
    defaultValues: { email: '', password: '' },
    shouldFocusError: false,
    resolver,
  });

  async function signIn(values: SignInValues) {
    try {
      storeSignIn(await write<SignedIn>('POST', '/api/auth/login', values, { anonymous: true }));
      toast({ title: 'Welcome back!' });
      navigate('/');
    } catch (error) {
      const message = messageOf(error, 'Please check your credentials and try again.');
      toast({ variant: 'destructive', title: 'Sign in failed', description: message });
      if (showServerErrors(fieldsOf(error), ['email', 'password'], setError)) return;
      resetField('password');
      setError('password', { type: 'server', message });
    }
  }

  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void handleSubmit(signIn)(event)}>
      <FormErrorSummary
        errors={listFormErrors(formState.errors)}
        attempt={formState.submitCount}
        onSelect={(field) => setFocus(field === 'email' ? 'email' : 'password')}
      />
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        spellCheck={false}
        isRequired
        {...useField({ control, name: 'email' })}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        isRequired
        {...useField({ control, name: 'password' })}
      />
      <Button type="submit" isFullWidth isPending={formState.isSubmitting} pendingLabel="Signing in">
        Sign In
      </Button>
    </form>
  );
}
