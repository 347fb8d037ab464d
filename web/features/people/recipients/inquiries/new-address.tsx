import { type FormEvent, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { LinkPage } from '../../../../ui/link-page.tsx';
import { TextArea } from '../../../../ui/text-area.tsx';
import { EmailField, TextField } from '../../../../ui/text-field.tsx';
import { type Asked, Refusal } from './parts.tsx';

/** Where they would rather be reached. What is left empty stays as it is. */
export function NewAddress({ onCancel, ...asked }: Asked & { onCancel: () => void }) {
  const { page, fields, isPressing, send } = asked;
  const [values, setValues] = useState({ email: '', phone: '', mailingAddress: '' });
  const set = (change: Partial<typeof values>) => setValues({ ...values, ...change });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isPressing) send('/address', values);
  }

  return (
    <LinkPage isWide title="Where do we reach you better?" takesFocus>
      <p className="text-lead text-ink-soft">
        Fill in only what is new. {page.ownerFirstName} is asked first.
      </p>
      <form noValidate className="mt-2 grid max-w-140 gap-5" onSubmit={submit}>
        <EmailField
          label="New email address"
          description="We send a code there."
          isOptional
          value={values.email}
          error={fields['email']}
          onChange={(email) => set({ email })}
        />
        <TextField
          label="New phone number"
          type="tel"
          autoComplete="tel"
          isOptional
          value={values.phone}
          error={fields['phone']}
          onChange={(phone) => set({ phone })}
        />
        <TextArea
          label="New postal address"
          isOptional
          rows={3}
          value={values.mailingAddress}
          error={fields['mailingAddress']}
          onChange={(mailingAddress) => set({ mailingAddress })}
        />
        <Refusal {...asked} />
        <div className="flex flex-wrap gap-4 max-md:grid">
          <Button type="submit" isPending={isPressing}>
            {values.email ? 'Send me the code' : 'Tell us'}
          </Button>
          <Button variant="text" onPress={onCancel}>
            Back
          </Button>
        </div>
      </form>
    </LinkPage>
  );
}
