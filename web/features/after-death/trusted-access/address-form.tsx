import type { FormEvent } from 'react';
import { reachedFields } from '../../../../shared/after-death/address-changes.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { EmailField, TextField } from '../../../ui/text-field.tsx';
import { OutcomeLine } from './outcome-line.tsx';
import { describeSaved, describeSaving } from './person-words.ts';
import { type Addresses, saveAddresses } from './requests.ts';
import { useSaving } from './use-saving.ts';
import type { AboutPerson, Unsent } from './use-trusted.ts';
import { useUnsent } from './use-unsent.ts';

type Field = keyof Addresses;
type Edits = Unsent['addresses'];

export function AddressForm({ person, link }: AboutPerson) {
  const { outcome, isBusy, save, say } = useSaving(link.look);
  const { email, secondEmail, phone, mailingAddress } = person;
  const stored: Addresses = { email, secondEmail, phone, mailingAddress };
  const isOther = (typed: Edits) => !isSame({ ...stored, ...typedOf(typed) }, stored);
  const [edits, setEdits] = useUnsent({ person, link }, 'addresses', isOther);
  const wanted = { ...stored, ...typedOf(edits) };
  const isChanged = isOther(edits);
  const isNewEmail = wanted.email !== stored.email && wanted.email !== null;
  const effect = describeSaving(person, { isChanged, isNewEmail });

  const fieldOf = (name: Field) => ({
    name,
    value: edits[name] ?? stored[name] ?? '',
    error: outcome.fields[name],
    onChange: (text: string) => setEdits({ ...edits, [name]: text }),
  });

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!isChanged) {
      say('We already have this.');
      return;
    }
    const went = await save(async () => {
      const saved = await saveAddresses(link.token, person.id, { ...wanted, seen: stored });
      link.showPerson(saved);
      return describeSaved(wanted, saved);
    });
    if (went) setEdits({});
  }

  return (
    <form noValidate className="mt-4 grid grid-cols-1 gap-4.5" onSubmit={(event) => void submit(event)}>
      <EmailField label="Email" autoComplete="off" {...fieldOf('email')} />
      <EmailField
        label="Second email"
        autoComplete="off"
        isOptional
        description="If an email to the first address does not arrive, we try this one."
        {...fieldOf('secondEmail')}
      />
      <div className="grid gap-4.5 md:grid-cols-2">
        <TextField
          label="Phone"
          type="tel"
          inputMode="tel"
          autoComplete="off"
          isOptional
          {...fieldOf('phone')}
        />
        <TextArea label="Mailing address" rows={1} isOptional {...fieldOf('mailingAddress')} />
      </div>
      {effect && <p className="wrap-anywhere">{effect}</p>}
      <div>
        <Button type="submit" isPending={isBusy}>
          Save the address
        </Button>
        <OutcomeLine saved={isChanged ? undefined : outcome.saved} failure={outcome.failure} />
      </div>
    </form>
  );
}

function typedOf(edits: Edits): Partial<Addresses> {
  return Object.fromEntries(Object.entries(edits).map(([name, text]) => [name, text.trim() || null]));
}

function isSame(one: Addresses, other: Addresses): boolean {
  return reachedFields.every((field) => one[field] === other[field]);
}
