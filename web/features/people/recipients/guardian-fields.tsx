import { type Control, useWatch } from 'react-hook-form';
import { guardianAges, type Recipient } from '../../../../shared/people/recipients.ts';
import { useField } from '../../../lib/forms.ts';
import { dayOf } from '../../../ui/day-field.tsx';
import { Select } from '../../../ui/select.tsx';
import type { RecipientValues } from './recipient-values.ts';

interface GuardianFieldsProps {
  control: Control<RecipientValues>;
  /** The rest of the address book. */
  others: readonly Recipient[];
}

/** The value of this option. The empty text means that nothing is chosen yet. */
const nobody = 'nobody';

const ages = Array.from({ length: guardianAges.most - guardianAges.least + 1 }, (_, index) =>
  String(guardianAges.least + index),
);

/** Who has a say in what comes to this person, and until which age. */
export function GuardianFields({ control, others }: GuardianFieldsProps) {
  const [firstName, birthday, relationship] = useWatch({
    control,
    name: ['firstName', 'birthday', 'relationship'],
  });
  const { value, onChange, ...field } = useField({ control, name: 'guardianId' });
  const age = useField({ control, name: 'guardianUntilAge' });
  const name = firstName.trim() || 'this person';
  const guardian = others.find(({ id }) => id === value);
  const hasBirthday = dayOf(birthday) !== null;
  const told = others.filter(({ id, email, phone }) => email || phone || id === value);
  return (
    <>
      <Select
        label={`Who has a say while ${name} is a child`}
        description={describe({
          name,
          guardian,
          age: age.value,
          hasBirthday,
          isChild: relationship === 'child',
        })}
        options={[
          { value: nobody, label: 'Nobody' },
          ...told.map(({ id, firstName: first, lastName }) => ({ value: id, label: `${first} ${lastName}` })),
        ]}
        {...field}
        value={value ?? nobody}
        onChange={(chosen) => onChange(chosen === nobody ? null : chosen)}
      />
      {guardian && (
        <Select
          label={`Until ${name} is`}
          options={ages.map((each) => ({ value: each, label: `${each} years old` }))}
          {...age}
          value={String(age.value)}
          onChange={(chosen) => age.onChange(Number(chosen))}
        />
      )}
    </>
  );
}

interface Said {
  name: string;
  guardian: Recipient | undefined;
  age: number;
  hasBirthday: boolean;
  isChild: boolean;
}

function describe({ name, guardian, age, hasBirthday, isChild }: Said): string {
  if (guardian && !hasBirthday)
    return `Please enter ${name}’s date of birth above: until we know it, ${guardian.firstName} has no say.`;
  if (guardian)
    return `${guardian.firstName} has a say until ${name} is ${age}: we ask 30 days before something comes, and ${guardian.firstName} may say “not yet”, without ever seeing it.`;
  return isChild && !hasBirthday
    ? `If ${name} is not grown up yet, enter the date of birth above, and choose somebody who is asked before something comes.`
    : `They are asked 30 days before something comes, may say “not yet”, and never see it.`;
}
