import { ApiError, fieldsOf, messageOf } from '../../../lib/api/api-error.ts';
import { write } from '../../../lib/api/request.ts';
import { Button } from '../../../ui/button.tsx';
import { FormErrorSummary } from '../../../ui/form-error-summary.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { useAuthForm } from './auth-form.ts';
import { PasswordChecklist } from './password-checklist.tsx';

export function isDeadLink(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

interface NewPasswordFormProps {
  token: string;
  onChanged: () => void;
  onStale: (message: string) => void;
}

export function NewPasswordForm({ token, onChanged, onStale }: NewPasswordFormProps) {
  const form = useAuthForm({
    initial: { password: '', confirmPassword: '' },
    validate: async (values) => (await import('./auth-rules.ts')).checkNewPassword(values),
    onValid: ({ password }) => reset(password),
  });

  async function reset(password: string) {
    try {
      await write('POST', '/api/auth/reset-password', { token, password }, { anonymous: true });
      onChanged();
    } catch (error) {
      const description = messageOf(error, 'Please try again.');
      if (isDeadLink(error)) return onStale(description);
      form.showErrors(fieldsOf(error));
      toast({ variant: 'destructive', title: 'The password was not changed', description });
    }
  }

  return (
    <form noValidate className="grid gap-5" onSubmit={form.submit}>
      <FormErrorSummary {...form.summary} />
      <div className="grid gap-3">
        <PasswordField
          label="New password"
          autoComplete="new-password"
          isRequired
          {...form.field('password')}
        />
        <PasswordChecklist password={form.values.password} error={form.field('password').error} />
      </div>
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        isRequired
        {...form.field('confirmPassword')}
      />
      <Button type="submit" isFullWidth isPending={form.isSubmitting} pendingLabel="Changing your password">
        Change my password
      </Button>
    </form>
  );
}
