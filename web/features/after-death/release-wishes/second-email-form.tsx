import { z } from 'zod';
import { PresentPassword } from '../../../../shared/accounts/accounts.ts';
import { EmailAddress } from '../../../../shared/values.ts';
import { firstMessages } from '../../../lib/check-form.ts';
import { useCheckedForm, useField } from '../../../lib/forms.ts';
import { InlineForm } from '../../../ui/form-dialog.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { EmailField } from '../../../ui/text-field.tsx';
import { showFailure, toast } from '../../../ui/toast.ts';
import { CodeField, NeededCode } from '../../accounts/auth/security/security.ts';
import { useAddSecondEmail } from './queries.ts';

interface SecondEmailFormProps {
  needsCode: boolean;
  onClose: () => void;
}

export function SecondEmailForm({ needsCode, onClose }: SecondEmailFormProps) {
  const { mutateAsync: add } = useAddSecondEmail();
  const rules = z.object({
    email: EmailAddress,
    password: PresentPassword,
    code: needsCode ? NeededCode : z.string(),
  });
  const { control, formProps } = useCheckedForm({
    initial: { email: '', password: '', code: '' },
    check: (values) => firstMessages(rules.safeParse(values)),
    send: async (values) => {
      await add(values);
      toast({ title: 'We have sent a link there', description: 'Once you open it, we ask you there too.' });
      onClose();
    },
    onFailure: (error) => showFailure(error, undefined, 'The address was not added'),
  });
  const code = useField({ control, name: 'code' });
  return (
    <InlineForm action="Send the link" pendingLabel="Sending the link" onCancel={onClose} {...formProps}>
      <EmailField
        label="Second address"
        autoComplete="off"
        isRequired
        {...useField({ control, name: 'email' })}
      />
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        isRequired
        {...useField({ control, name: 'password' })}
      />
      {needsCode && <CodeField {...code} />}
    </InlineForm>
  );
}
