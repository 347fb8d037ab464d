import type { Control } from 'react-hook-form';
import { useWatch } from 'react-hook-form';
import type { Recipient } from '../../../../shared/people/recipients.ts';
import { relationships } from '../../../../shared/people/recipients.ts';
import { useField } from '../../../lib/forms.ts';
import { Select } from '../../../ui/select.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { RecipientValues } from './recipient-values.ts';
import { describeSharedEmail } from './recipient-values.ts';
import { relationshipLabels } from './relationship-labels.ts';

interface RecipientFieldsProps {
  control: Control<RecipientValues>;
  /** The rest of the address book. */
  others: readonly Recipient[];
}

export function RecipientFields({ control, others }: RecipientFieldsProps) {
  const email = useField({ control, name: 'email' });
  return (
    <>
      <div className="grid gap-5 md:grid-cols-2">
        <TextField
          label="First name"
          autoComplete="off"
          isRequired
          {...useField({ control, name: 'firstName' })}
        />
        <TextField
          label="Last name"
          autoComplete="off"
          isRequired
          {...useField({ control, name: 'lastName' })}
        />
      </div>
      <Select
        label="Relationship"
        placeholder="Choose one"
        isRequired
        options={relationships.map((value) => ({ value, label: relationshipLabels[value] }))}
        {...useField({ control, name: 'relationship' })}
      />
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="off"
        spellCheck={false}
        isOptional
        description={
          describeSharedEmail(email.value, others) ?? 'Where they get the link to what you leave them.'
        }
        {...email}
      />
      <TextField
        label="Phone"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        isOptional
        description="With its country code, such as +1 212 555 0134."
        {...useField({ control, name: 'phone' })}
      />
      <TextArea
        label="Mailing address"
        rows={3}
        isOptional
        {...useField({ control, name: 'mailingAddress' })}
      />
      {others.length > 0 && <Substitute control={control} others={others} />}
      <Switch
        label="Trusted contact"
        description="After your death, this person can help us reach your recipients: correct their addresses and tell us what has changed in their lives. They can never see or change what you leave behind. With an e-mail address they get one message that explains this."
        {...useField({ control, name: 'trustedContact' })}
      />
    </>
  );
}

/** As an option. The empty text would stand for nothing chosen yet. */
const nobody = 'nobody';

/** Who gets what was for this person, if they have died. */
function Substitute({ control, others }: RecipientFieldsProps) {
  const firstName = useWatch({ control, name: 'firstName' });
  const { value, onChange, ...field } = useField({ control, name: 'substituteId' });
  const name = firstName.trim() || 'this person';
  const substitute = others.find(({ id }) => id === value);
  return (
    <Select
      label={`If ${name} has died`}
      description={
        substitute
          ? `What you leave for ${name} then goes to ${substitute.firstName}.`
          : `What you leave for ${name} then goes to nobody.`
      }
      options={[
        { value: nobody, label: 'Nobody gets it' },
        ...others.map(({ id, firstName: first, lastName }) => ({ value: id, label: `${first} ${lastName}` })),
      ]}
      {...field}
      value={value ?? nobody}
      onChange={(chosen) => onChange(chosen === nobody ? null : chosen)}
    />
  );
}
