import type { ComponentProps } from 'react';
import type { Control } from 'react-hook-form';
import { useCheckedForm, useField } from '../../../../lib/forms.ts';
import { InlineForm } from '../../../../ui/form-dialog.tsx';
import { PasswordField } from '../../../../ui/password-field.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { showFailure } from '../../../../ui/toast.ts';
import { type ConfirmationValues, checkConfirmation, noConfirmation } from './confirmation-values.ts';

interface ConfirmationFormProps {
  /** Whether two-factor sign-in is on, so that a code is required too. */
  needsCode: boolean;
  action: string;
  pendingLabel: string;
  /** Title of the toast shown when `onConfirm` throws. */
  failure: string;
  /** An ApiError that it throws is shown at the fields and in a toast. */
  onConfirm: (values: ConfirmationValues) => Promise<void>;
  onCancel: () => void;
}

/** Asks for the password again before a sensitive action. */
export function ConfirmationForm(props: ConfirmationFormProps) {
  const { action, pendingLabel, onCancel } = props;
  const { formProps, fields } = useConfirmation(props);
  return (
    <InlineForm action={action} pendingLabel={pendingLabel} onCancel={onCancel} {...formProps}>
      {fields}
    </InlineForm>
  );
}

interface ConfirmationRules extends Pick<ConfirmationFormProps, 'needsCode' | 'failure' | 'onConfirm'> {
  /** A word to type before something irreversible. */
  word?: string | undefined;
}

/** The same, for a form with a different layout. */
export function useConfirmation({ needsCode, word, failure, onConfirm }: ConfirmationRules) {
  const { control, formProps } = useCheckedForm({
    initial: noConfirmation,
    check: (values) => checkConfirmation(values, { needsCode, word }),
    send: onConfirm,
    onFailure: (error) => showFailure(error, undefined, failure),
  });
  const fields = (
    <>
      <Password control={control} />
      {needsCode && <Code control={control} />}
      {word && <Word control={control} word={word} />}
    </>
  );
  return { formProps, fields };
}

interface FieldProps {
  control: Control<ConfirmationValues>;
}

function Password({ control }: FieldProps) {
  return (
    <PasswordField
      label="Your password"
      autoComplete="current-password"
      isRequired
      {...useField({ control, name: 'password' })}
    />
  );
}

function Code({ control }: FieldProps) {
  return <CodeField {...useField({ control, name: 'code' })} />;
}

function Word({ control, word }: FieldProps & { word: string }) {
  return (
    <TextField
      label={`Type ${word} to confirm`}
      autoComplete="off"
      spellCheck={false}
      isRequired
      {...useField({ control, name: 'confirmation' })}
    />
  );
}

/** For forms that also ask for a code if two-factor sign-in is on. */
export function CodeField(field: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField
      label="Code"
      description="From your authenticator app, or one of your recovery codes."
      autoComplete="one-time-code"
      spellCheck={false}
      isRequired
      {...field}
    />
  );
}
