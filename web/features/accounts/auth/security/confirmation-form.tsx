import type { ComponentProps } from 'react';
import { type Control, useForm } from 'react-hook-form';
import { fieldsOf, messageOf } from '../../../../lib/api/api-error.ts';
import { checkedBy } from '../../../../lib/check-form.ts';
import { showServerErrors, summaryOf, useField } from '../../../../lib/forms.ts';
import { ActionRow } from '../../../../ui/actions.tsx';
import { Button } from '../../../../ui/button.tsx';
import { FormErrorSummary } from '../../../../ui/form-error-summary.tsx';
import { PasswordField } from '../../../../ui/password-field.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { toast } from '../../../../ui/toast.ts';
import { type ConfirmationValues, checkConfirmation, confirmationFieldNames } from './confirmation-values.ts';

interface ConfirmationFormProps {
  /** Whether two-factor sign-in is on, so that a code is required too. */
  needsCode: boolean;
  /** A word to type before something irreversible. */
  word?: string | undefined;
  action: string;
  pendingLabel: string;
  tone?: 'primary' | 'danger' | undefined;
  /** Title of the toast shown when `onConfirm` throws. */
  failure: string;
  /** An ApiError that it throws is shown at the fields and in a toast. */
  onConfirm: (values: ConfirmationValues) => Promise<void>;
  onCancel: () => void;
}

/** Asks for the password again before a sensitive action. */
export function ConfirmationForm(props: ConfirmationFormProps) {
  const { needsCode, word, action, pendingLabel, tone = 'primary', failure, onConfirm, onCancel } = props;
  const form = useForm<ConfirmationValues>({
    defaultValues: { password: '', code: '', confirmation: '' },
    shouldFocusError: false,
    resolver: checkedBy((values) => checkConfirmation(values, { needsCode, word })),
  });
  const { isSubmitting } = form.formState;

  async function submit(values: ConfirmationValues) {
    try {
      await onConfirm(values);
    } catch (error) {
      showServerErrors(fieldsOf(error), confirmationFieldNames, form.setError);
      const description = messageOf(error, 'Please try again.');
      toast({ variant: 'destructive', title: failure, description });
    }
  }

  return (
    <form
      noValidate
      className="grid max-w-100 gap-5"
      onSubmit={(event) => void form.handleSubmit(submit)(event)}
    >
      <FormErrorSummary {...summaryOf(form, confirmationFieldNames)} />
      <Password control={form.control} />
      {needsCode && <Code control={form.control} />}
      {word && <Word control={form.control} word={word} />}
      <ActionRow
        cancel={
          <Button variant="quiet" size="small" isDisabled={isSubmitting} onPress={onCancel}>
            Cancel
          </Button>
        }
        action={
          <Button
            type="submit"
            size="small"
            variant={tone}
            isPending={isSubmitting}
            pendingLabel={pendingLabel}
          >
            {action}
          </Button>
        }
      />
    </form>
  );
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

/** For forms that ask for a code too where two-factor sign-in is on. */
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
