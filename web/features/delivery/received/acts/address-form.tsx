import { type FormEvent, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { NewAddressFields, noNewAddress } from '../../../../ui/new-address-fields.tsx';
import type { PageLink } from '../page/page-link.ts';
import { Failure } from './act-row.tsx';
import { useAct } from './use-act.ts';

/** Asks what has changed; empty fields stay as they are. */
export function AddressForm({ page }: { page: PageLink }) {
  const { ownerFirstName, ownerDied } = page.cover;
  const [values, setValues] = useState(noNewAddress);
  const { act, isBusy, failure, fields } = useAct(page);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (await act('POST', '/address', values)) setValues(noNewAddress);
  }

  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
      <p>
        Fill in only what is new.{' '}
        {ownerDied ? 'We use it two days later at the earliest' : `${ownerFirstName} is asked first`}, and the
        old address gets one line saying that it changed.
      </p>
      <NewAddressFields values={values} errors={fields} onChange={setValues} />
      <Button type="submit" variant="quiet" className="justify-self-start" isPending={isBusy}>
        {values.email ? 'Send me the code' : 'Tell us'}
      </Button>
      <Failure>{failure}</Failure>
    </form>
  );
}
