import { type FormEvent, useState } from 'react';
import type { ProposedAddress } from '../../../../../shared/delivery/received-acts.ts';
import { Button } from '../../../../ui/button.tsx';
import { CodeField } from '../../../../ui/code-field.tsx';
import type { PageLink } from '../page/page-link.ts';
import { Failure } from './act-row.tsx';
import { useAct } from './use-act.ts';

/** Asks for the code that was sent to the new address, which proves that the recipient reads it. */
export function AddressCode({ page, address }: { page: PageLink; address: ProposedAddress }) {
  const [code, setCode] = useState('');
  const { act, isBusy, failure, fields } = useAct(page);
  const { email, phone, mailingAddress } = address;

  function submit(event: FormEvent) {
    event.preventDefault();
    void act('POST', '/address/code', { code });
  }

  return (
    <form noValidate className="mt-3 grid max-w-80 gap-4" onSubmit={submit}>
      <CodeField value={code} error={fields['code']} onChange={setCode} />
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <Button type="submit" variant="quiet" isPending={isBusy} isDisabled={code.length < 6}>
          Confirm it
        </Button>
        <Button variant="text" onPress={() => void act('POST', '/address', { email, phone, mailingAddress })}>
          Send another code
        </Button>
      </div>
      <Failure>{failure}</Failure>
    </form>
  );
}
