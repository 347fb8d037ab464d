import { useState } from 'react';
import type { Control, UseFormSetValue } from 'react-hook-form';
import { fullNameOf } from '../../../../shared/names.ts';
import { useField } from '../../../lib/forms.ts';
import { Select } from '../../../ui/select.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { DateField, TextField } from '../../../ui/text-field.tsx';
import { useMemories } from '../../memories/memories/queries.ts';
import { useRecipients } from '../../people/recipients/queries.ts';
import { noMemory, type OrderValues } from './order-values.ts';

interface OrderFieldsProps {
  control: Control<OrderValues>;
  setValue: UseFormSetValue<OrderValues>;
  /** The first possible day, YYYY-MM-DD. */
  tomorrow: string;
}

export function OrderFields({ control, setValue, tomorrow }: OrderFieldsProps) {
  return (
    <>
      <AddressBook setValue={setValue} />
      <TextField
        label="Who it is for"
        autoComplete="off"
        isRequired
        maxLength={200}
        {...useField({ control, name: 'recipientName' })}
      />
      <TextArea
        label="Delivery address"
        rows={3}
        isRequired
        {...useField({ control, name: 'deliveryAddress' })}
      />
      <DateField
        label="Day of delivery"
        isRequired
        min={tomorrow}
        {...useField({ control, name: 'deliveryDate' })}
      />
      <WithMemory control={control} />
      <TextArea
        label="Special instructions"
        rows={2}
        isOptional
        description="What to write on the card, or which bell to ring."
        {...useField({ control, name: 'specialInstructions' })}
      />
    </>
  );
}

/** Copies name and address from the address book; both can be edited for this order. */
function AddressBook({ setValue }: Pick<OrderFieldsProps, 'setValue'>) {
  const { data: recipients = [] } = useRecipients();
  const [chosenId, setChosenId] = useState('');
  const chosen = recipients.find(({ id }) => id === chosenId);
  if (recipients.length === 0) return null;

  function choose(id: string) {
    setChosenId(id);
    const person = recipients.find((one) => one.id === id);
    if (!person) return;
    setValue('recipientName', fullNameOf(person), { shouldValidate: true });
    setValue('deliveryAddress', person.mailingAddress ?? '', { shouldValidate: !!person.mailingAddress });
  }

  return (
    <Select
      label="From your address book"
      isOptional
      placeholder="Choose someone"
      value={chosenId}
      options={recipients.map((person) => ({ value: person.id, label: fullNameOf(person) }))}
      description={
        chosen && !chosen.mailingAddress
          ? `There is no mailing address for ${chosen.firstName} yet. Please write it below.`
          : undefined
      }
      onChange={choose}
    />
  );
}

function WithMemory({ control }: Pick<OrderFieldsProps, 'control'>) {
  const { data: memories = [] } = useMemories();
  const field = useField({ control, name: 'memoryId' });
  if (memories.length === 0) return null;
  return (
    <Select
      label="Goes with a memory"
      isOptional
      options={[
        { value: noMemory, label: 'No memory' },
        ...memories.map(({ id, title }) => ({ value: id, label: title })),
      ]}
      description="We keep a record that these gifts go with it."
      {...field}
    />
  );
}
