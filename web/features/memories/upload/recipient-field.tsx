import { useState } from 'react';
import { recipientGroups } from '../../../../shared/memories/memory-limits.ts';
import type { SelectGroup } from '../../../ui/select.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useRecipients } from '../../people/recipients/queries.ts';

interface RecipientFieldProps {
  value: string;
  error?: string | undefined;
  onChange: (recipient: string) => void;
}

const someoneElse = 'someone-else';

/** A group, a name from the address book, or any other name. */
export function RecipientField({ value, error, onChange }: RecipientFieldProps) {
  const { data: recipients, isError } = useRecipients();
  const [isTyped, setTyped] = useState(false);
  const names = [...new Set(recipients?.map((person) => `${person.firstName} ${person.lastName}`))];
  const isOffered = [...recipientGroups, ...names].some((offered) => offered === value);
  // Until the address book is loaded, a name from a draft may be one of its recipients.
  const isWaiting = !recipients && value !== '' && !isOffered;
  const showsName = isTyped || (value !== '' && !isOffered && !isWaiting);

  function choose(chosen: string) {
    setTyped(chosen === someoneElse);
    onChange(chosen === someoneElse ? '' : chosen);
  }

  return (
    <>
      <Select
        label="For whom"
        name="recipient"
        isRequired
        placeholder="Choose"
        description={
          isError && !recipients ? 'Your address book could not be read. Names can be typed.' : undefined
        }
        value={showsName ? someoneElse : value}
        options={offer(isWaiting ? [value] : names)}
        error={showsName ? undefined : error}
        onChange={choose}
      />
      {showsName && (
        <TextField
          label="Their name"
          name="recipientName"
          isRequired
          maxLength={200}
          value={value}
          error={error}
          onChange={(name) => {
            setTyped(true);
            onChange(name);
          }}
        />
      )}
    </>
  );
}

function offer(names: readonly string[]): SelectGroup[] {
  const groups = recipientGroups.map((group) => ({
    value: group,
    label: group.charAt(0).toUpperCase() + group.slice(1),
  }));
  return [
    { label: 'A group', options: groups },
    ...(names.length > 0
      ? [{ label: 'From your address book', options: names.map((name) => ({ value: name, label: name })) }]
      : []),
    { label: 'Anybody', options: [{ value: someoneElse, label: 'Someone else' }] },
  ];
}
