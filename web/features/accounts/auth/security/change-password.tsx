import { useState } from 'react';
import { type Control, useForm } from 'react-hook-form';
import { fieldsOf, messageOf } from '../../../../lib/api/api-error.ts';
import { checkedBy } from '../../../../lib/check-form.ts';
import { useFocusOnReturn } from '../../../../lib/focus.ts';
import { showServerErrors, summaryOf, useField } from '../../../../lib/forms.ts';
import { useUnsaved } from '../../../../lib/unsaved-changes.ts';
import { ActionRow } from '../../../../ui/actions.tsx';
import { Button } from '../../../../ui/button.tsx';
import { FormErrorSummary } from '../../../../ui/form-error-summary.tsx';
import { PasswordField } from '../../../../ui/password-field.tsx';
import { toast } from '../../../../ui/toast.ts';
import { PasswordChecklist } from '../password-checklist.tsx';
import { useSessionUser } from '../sessions/sessions.ts';
import { CodeField } from './confirmation-form.tsx';
import { checkPasswords, type PasswordValues, passwordFieldNames } from './confirmation-values.ts';
import { showUnavailable, useChangePassword } from './queries.ts';

interface ChangePasswordProps {
  /** This installation does not offer the feature. */
  isOff: boolean;
  /** Whether two-factor sign-in is on, so that a code is required too. */
  needsCode: boolean;
}

export function ChangePassword({ isOff, needsCode }: ChangePasswordProps) {
  const [isOpen, setOpen] = useState(false);
  const home = useFocusOnReturn(!isOpen);
  if (isOpen) return <PasswordForm needsCode={needsCode} onClose={() => setOpen(false)} />;
  return (
    <div ref={home} tabIndex={-1} className="justify-self-start outline-none">
      <Button variant="quiet" size="small" onPress={() => (isOff ? showUnavailable() : setOpen(true))}>
        Change password
      </Button>
    </div>
  );
}

function PasswordForm({ needsCode, onClose }: { needsCode: boolean; onClose: () => void }) {
  const { mutateAsync: change } = useChangePassword();
  const form = useForm<PasswordValues>({
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '', code: '' },
    shouldFocusError: false,
    resolver: checkedBy((values) => checkPasswords(values, needsCode)),
  });
  const { isSubmitting, isDirty } = form.formState;
  useUnsaved(isDirty);

  async function submit({ currentPassword, newPassword, code }: PasswordValues) {
    try {
      await change({ currentPassword, newPassword, ...(needsCode && { code }) });
      onClose();
      toast({ title: 'Your password is changed', description: 'Other browsers are signed out.' });
    } catch (error) {
      showServerErrors(fieldsOf(error), passwordFieldNames, form.setError);
      const description = messageOf(error, 'Please try again.');
      toast({ variant: 'destructive', title: 'The password was not changed', description });
    }
  }

  return (
    <form
      noValidate
      className="grid max-w-100 gap-5"
      onSubmit={(event) => void form.handleSubmit(submit)(event)}
    >
      <FormErrorSummary {...summaryOf(form, passwordFieldNames)} />
      <PasswordFields control={form.control} />
      {needsCode && <Code control={form.control} />}
      <ActionRow
        cancel={
          <Button variant="quiet" size="small" isDisabled={isSubmitting} onPress={onClose}>
            Cancel
          </Button>
        }
        action={
          <Button type="submit" size="small" isPending={isSubmitting} pendingLabel="Changing your password">
            Change my password
          </Button>
        }
      />
    </form>
  );
}

function Code({ control }: { control: Control<PasswordValues> }) {
  return <CodeField {...useField({ control, name: 'code' })} />;
}

function PasswordFields({ control }: { control: Control<PasswordValues> }) {
  const newPassword = useField({ control, name: 'newPassword' });
  return (
    <>
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        isRequired
        {...useField({ control, name: 'currentPassword' })}
      />
      <div className="grid gap-3">
        <PasswordField label="New password" autoComplete="new-password" isRequired {...newPassword} />
        <PasswordChecklist password={newPassword.value} owner={useSessionUser()} error={newPassword.error} />
      </div>
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        isRequired
        {...useField({ control, name: 'confirmPassword' })}
      />
    </>
  );
}
