import { type Control, useWatch } from 'react-hook-form';
import {
  knownByMaxCharacters,
  type Recipient,
  tellMoreChoices,
} from '../../../../shared/people/recipients.ts';
import { useField } from '../../../lib/forms.ts';
import { DayField } from '../../../ui/day-field.tsx';
import { LimitedTextField } from '../../../ui/limited-text-field.tsx';
import { PhoneField } from '../../../ui/phone-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { EmailField } from '../../../ui/text-field.tsx';
import { DaysField } from './days-field.tsx';
import { tellMoreLabels } from './describe-recipient.ts';
import { GuardianFields } from './guardian-fields.tsx';
import type { RecipientValues } from './recipient-values.ts';

export interface MoreFieldsProps {
  control: Control<RecipientValues>;
  /** The rest of the address book. */
  others: readonly Recipient[];
}

export function MoreFields({ control, others }: MoreFieldsProps) {
  return (
    <>
      <DayField
        label="Date of birth"
        isOptional
        description="Then you see which birthdays are still to come, and how old they will be."
        {...useField({ control, name: 'birthday' })}
      />
      <DaysField control={control} />
      <EmailField
        label="Second email"
        autoComplete="off"
        isOptional
        description="If an email to the first address does not arrive, we try this one."
        {...useField({ control, name: 'secondEmail' })}
      />
      <PhoneField
        autoComplete="off"
        description="If no email arrives, we send a text message, where we send them."
        {...useField({ control, name: 'phone' })}
      />
      <TextArea
        label="Mailing address"
        rows={3}
        isOptional
        {...useField({ control, name: 'mailingAddress' })}
      />
      <KnownBy control={control} />
      {others.length > 0 && <GuardianFields control={control} others={others} />}
      <TellMoreChoice control={control} />
      {others.length > 0 && <Substitute control={control} others={others} />}
      <Switch
        label="Trusted contact"
        description="After your death, this person can help us reach your recipients: correct their addresses and tell us what has changed in their lives. They can never see or change what you leave behind. With an email address they get one message that explains this."
        {...useField({ control, name: 'trustedContact' })}
      />
    </>
  );
}

/** This line shows them that the first message after a death is genuine. */
function KnownBy({ control }: Pick<MoreFieldsProps, 'control'>) {
  const name = useWatch({ control, name: 'firstName' }).trim() || 'them';
  return (
    <LimitedTextField
      label="A line only you could have written"
      autoComplete="off"
      maxLength={knownByMaxCharacters}
      isOptional
      description={`It stands in our first message to ${name} after your death, so that they know it is from you. For example: “The key is still under the frog.”`}
      {...useField({ control, name: 'knownBy' })}
    />
  );
}

/** Nothing by default: knowing that something is coming may weigh on somebody. */
function TellMoreChoice({ control }: Pick<MoreFieldsProps, 'control'>) {
  const name = useWatch({ control, name: 'firstName' }).trim() || 'this person';
  return (
    <Select
      label="What their page says"
      description={`Never what you leave for ${name}, or when it comes. Which is the last is only said after your death.`}
      options={tellMoreChoices.map((value) => ({ value, label: tellMoreLabels[value] }))}
      {...useField({ control, name: 'tellMore' })}
    />
  );
}

/** The value of this option. The empty text means that nothing is chosen yet. */
const nobody = 'nobody';

/** Who gets what was for this person if they have died. */
function Substitute({ control, others }: MoreFieldsProps) {
  const name = useWatch({ control, name: 'firstName' }).trim() || 'this person';
  const { value, onChange, ...field } = useField({ control, name: 'substituteId' });
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
