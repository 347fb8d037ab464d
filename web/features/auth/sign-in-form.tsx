import { useLocation } from 'wouter';
import type { SignedIn } from '../../../shared/accounts.ts';
import { fieldsOf, messageOf } from '../../lib/api/api-error.ts';
import { write } from '../../lib/api/request.ts';
import { Button } from '../../ui/Button.tsx';
import { FormErrorSummary } from '../../ui/FormErrorSummary.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toast } from '../../ui/toast.ts';
import { storeSignIn } from '../sessions/sessions.ts';
import { useAuthForm } from './auth-form.ts';

export function SignInForm() {
  const [, navigate] = useLocation();
  const form = useAuthForm({
    empty: { email: '', password: '' },
    validate: async (values) => (await import('./auth-rules.ts')).checkSignIn(values),
    onValid: signIn,
  });

  async function signIn(values: { email: string; password: string }) {
    try {
      storeSignIn(await write<SignedIn>('POST', '/api/auth/login', values, { anonymous: true }));
      toast({ title: 'Welcome back!' });
      navigate('/');
    } catch (error) {
      const message = messageOf(error, 'Please check your credentials and try again.');
      form.showErrors({ password: message, ...fieldsOf(error) });
      toast({ variant: 'destructive', title: 'Sign in failed', description: message });
    }
  }

  return (
    <form noValidate className="grid gap-5" onSubmit={form.submit}>
      <FormErrorSummary errors={form.errorList} attempt={form.attempt} onSelect={form.focus} />
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        spellCheck={false}
        isRequired
        {...form.field('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        isRequired
        {...form.field('password')}
      />
      <Button type="submit" isFullWidth isPending={form.isSubmitting} pendingLabel="Signing in">
        Sign In
      </Button>
    </form>
  );
}
