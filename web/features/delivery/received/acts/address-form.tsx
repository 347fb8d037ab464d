import { type FormEvent, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { TextArea } from '../../../../ui/text-area.tsx';
import { EmailField, TextField } from '../../../../ui/text-field.tsx';
import type { PageLink } from '../page/page-link.ts';
import { Failure } from './act-row.tsx';
import { useAct } from './use-act.ts';

const nothing = { email: '', phone: '', mailingAddress: '' };

/** What has changed; what is left empty stays as it is. */
export function AddressForm({ page }: { page: PageLink }) {
  const { ownerFirstName, ownerDied } = page.cover;
  const [values, setValues] = useState(nothing);
  const { act, isBusy, failure, fields } = useAct(page);
  const set = (change: Partial<typeof nothing>) => setValues({ ...values, ...change });

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (await act('POST', '/address', values)) setValues(nothing);
  }

  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
      <p>
        Fill in only what is new.{' '}
        {ownerDied ? 'It counts two days later at the earliest' : `${ownerFirstName} is asked first`}, and the
        old address gets one line saying that it changed.
      </p>
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
      <Button type="submit" variant="quiet" className="justify-self-start" isPending={isBusy}>
        {values.email ? 'Send me the code' : 'Tell us'}
      </Button>
      <Failure>{failure}</Failure>
    </form>
  );
}
