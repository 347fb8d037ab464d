import { useState } from 'react';
import type { Control } from 'react-hook-form';
import { useFocusOnReturn } from '../../../../lib/focus.ts';
import { useCheckedForm, useField } from '../../../../lib/forms.ts';
import { useUnsaved } from '../../../../lib/unsaved-changes.ts';
import { Button } from '../../../../ui/button.tsx';
import { InlineForm } from '../../../../ui/form-dialog.tsx';
import { PasswordField } from '../../../../ui/password-field.tsx';
import { showFailure, toast } from '../../../../ui/toast.ts';
import { PasswordChecklist } from '../password-checklist.tsx';
import { useSessionUser } from '../sessions/sessions.ts';
import { CodeField } from './confirmation-form.tsx';
import { checkPasswords, noPasswords, type PasswordValues } from './confirmation-values.ts';
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
  const { control, isDirty, formProps } = useCheckedForm({
    initial: noPasswords,
    check: (values) => checkPasswords(values, needsCode),
    send: async ({ currentPassword, newPassword, code }) => {
      await change({ currentPassword, newPassword, ...(needsCode && { code }) });
      onClose();
      toast({ title: 'Your password is changed', description: 'Other browsers are signed out.' });
    },
    onFailure: (error) => showFailure(error, undefined, 'The password was not changed'),
  });
  useUnsaved(isDirty);
  return (
    <InlineForm
      action="Change my password"
      pendingLabel="Changing your password"
      onCancel={onClose}
      {...formProps}
    >
      <PasswordFields control={control} />
      {needsCode && <Code control={control} />}
    </InlineForm>
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
