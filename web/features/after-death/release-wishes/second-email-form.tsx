import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { PresentPassword } from '../../../../shared/accounts/accounts.ts';
import { EmailAddress } from '../../../../shared/values.ts';
import { fieldsOf, messageOf } from '../../../lib/api/api-error.ts';
import { checkedBy, firstMessages } from '../../../lib/check-form.ts';
import { showServerErrors, summaryOf, useField } from '../../../lib/forms.ts';
import { ActionRow } from '../../../ui/actions.tsx';
import { Button } from '../../../ui/button.tsx';
import { FormErrorSummary } from '../../../ui/form-error-summary.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { CodeField, NeededCode } from '../../accounts/auth/security/security.ts';
import { useAddSecondEmail } from './queries.ts';

interface SecondEmailFormProps {
  needsCode: boolean;
  onClose: () => void;
}

const fieldNames = ['email', 'password', 'code'] as const;

export function SecondEmailForm({ needsCode, onClose }: SecondEmailFormProps) {
  const { mutateAsync: add } = useAddSecondEmail();
  const rules = z.object({
    email: EmailAddress,
    password: PresentPassword,
    code: needsCode ? NeededCode : z.string(),
  });
  const form = useForm({
    defaultValues: { email: '', password: '', code: '' },
    shouldFocusError: false,
    resolver: checkedBy((values) => firstMessages(rules.safeParse(values))),
  });
  const { control } = form;
  const { isSubmitting } = form.formState;
  const email = useField({ control, name: 'email' });
  const password = useField({ control, name: 'password' });
  const code = useField({ control, name: 'code' });

  async function submit(values: z.input<typeof rules>) {
    try {
      await add(values);
      toast({ title: 'We have sent a link there', description: 'Please open it, and the address counts.' });
      onClose();
    } catch (error) {
      showServerErrors(fieldsOf(error), fieldNames, form.setError);
      const description = messageOf(error, 'Please try again.');
      toast({ variant: 'destructive', title: 'The address was not added', description });
    }
  }

  return (
    <form
      noValidate
      className="grid max-w-100 gap-5"
      onSubmit={(event) => void form.handleSubmit(submit)(event)}
    >
      <FormErrorSummary {...summaryOf(form, fieldNames)} />
      <TextField
        label="Second address"
        type="email"
        inputMode="email"
        autoComplete="off"
        spellCheck={false}
        isRequired
        {...email}
      />
      <PasswordField label="Your password" autoComplete="current-password" isRequired {...password} />
      {needsCode && <CodeField {...code} />}
      <ActionRow
        cancel={
          <Button variant="quiet" size="small" isDisabled={isSubmitting} onPress={onClose}>
            Cancel
          </Button>
        }
        action={
          <Button type="submit" size="small" isPending={isSubmitting} pendingLabel="Sending the link">
            Send the link
          </Button>
        }
      />
    </form>
  );
}
