import { type FormEvent, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { LinkPage } from '../../../../ui/link-page.tsx';
import { NewAddressFields, noNewAddress } from '../../../../ui/new-address-fields.tsx';
import { type Asked, Refusal } from './parts.tsx';

/** Where they would rather be reached. Empty fields stay as they are. */
export function NewAddress({ onCancel, ...asked }: Asked & { onCancel: () => void }) {
  const { page, fields, isPressing, send } = asked;
  const [values, setValues] = useState(noNewAddress);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isPressing) send('/address', values);
  }

  return (
    <LinkPage isWide title="How can we reach you instead?" takesFocus>
      <p className="text-lead text-ink-soft">
        Fill in only what is new. {page.ownerFirstName} is asked first.
      </p>
      <form noValidate className="mt-2 grid max-w-140 gap-5" onSubmit={submit}>
        <NewAddressFields values={values} errors={fields} onChange={setValues} />
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
