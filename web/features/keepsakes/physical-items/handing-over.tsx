import { useWatch } from 'react-hook-form';
import { fullNameOf } from '../../../../shared/names.ts';
import { useField } from '../../../lib/forms.ts';
import { Select } from '../../../ui/select.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useRecipients } from '../../people/recipients/queries.ts';
import type { ItemFieldsProps } from './item-fields.tsx';

/** The value of this option; the empty text means that nothing is chosen yet. */
const nobody = 'nobody';

/** Who should have it, and how. */
export function HandingOverFields({ control }: ItemFieldsProps) {
  const { data: people = [] } = useRecipients();
  const { value, onChange, ...recipient } = useField({ control, name: 'recipientId' });
  return (
    <>
      <div className="grid gap-5 md:grid-cols-2">
        <Select
          label="For whom?"
          isOptional
          options={[
            { value: nobody, label: 'Nobody yet' },
            ...people.map((person) => ({
              value: person.id,
              label: fullNameOf(person),
            })),
          ]}
          {...recipient}
          value={value || nobody}
          onChange={(chosen) => onChange(chosen === nobody ? '' : chosen)}
        />
        <TextField
          label="Handing it over"
          placeholder="In person, by post, a key …"
          autoComplete="off"
          isOptional
          {...useField({ control, name: 'deliveryInstructions' })}
        />
      </div>
      <TextArea
        label="A few words with it"
        description="On a card that goes with it."
        rows={2}
        isOptional
        {...useField({ control, name: 'personalMessage' })}
      />
    </>
  );
}

/** What happens next, in a sentence or two, shown before it is saved. */
export function ItemSentence({ control }: ItemFieldsProps) {
  const recipientId = useWatch({ control, name: 'recipientId' });
  const { data: people = [] } = useRecipients();
  const recipient = people.find(({ id }) => id === recipientId);
  return (
    <p className="border-t border-line pt-4">
      {recipient
        ? `${recipient.firstName} gets it after your death.`
        : 'After your death we ask your trusted contacts who is to have it.'}
    </p>
  );
}
