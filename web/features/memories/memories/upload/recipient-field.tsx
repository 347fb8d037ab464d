import { Select } from '../../../../ui/select.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { useRecipients } from '../../../people/recipients/queries.ts';
import { relationshipOptions } from '../../../people/recipients/recipients.ts';
import { choose, chosenOption, describeNew, offer } from './addressee.ts';
import { findMissingOf, type MemoryErrors } from './memory-rules.ts';
import { type MemoryValues, someoneElse } from './memory-values.ts';

interface RecipientFieldProps {
  values: MemoryValues;
  errors: MemoryErrors;
  onChange: (changes: Partial<MemoryValues>) => void;
}

/** A group, somebody from the address book, or somebody else, who is added to it when the memory is saved. */
export function RecipientField({ values, errors, onChange }: RecipientFieldProps) {
  const { data: book, isError } = useRecipients();
  const chosen = chosenOption(values, book);
  const isNew = chosen === someoneElse;
  return (
    <>
      <Select
        label="For whom (recipient)"
        name="recipient"
        isRequired
        placeholder="Choose"
        description={isError && !book ? 'Your address book could not be read.' : undefined}
        value={chosen}
        options={offer(isNew ? '' : values.recipient, book)}
        error={isNew ? undefined : errors.recipient}
        onChange={(option) => onChange(choose(option, values, book))}
      />
      {isNew && (
        <NewPerson
          values={values}
          errors={errors.recipient ? { ...errors, ...findMissingOf(values) } : errors}
          onChange={onChange}
        />
      )}
    </>
  );
}

function NewPerson({ values, errors, onChange }: RecipientFieldProps) {
  const change = (changes: Parameters<typeof describeNew>[1]) => onChange(describeNew(values, changes));
  return (
    <div className="grid gap-5 border-l border-thread pl-4 md:pl-6">
      <div className="grid items-start gap-5 md:grid-cols-2">
        <TextField
          label="First name"
          name="firstName"
          autoComplete="off"
          isRequired
          maxLength={100}
          value={values.firstName}
          error={errors.firstName ?? errors.recipient}
          onChange={(firstName) => change({ firstName })}
        />
        <TextField
          label="Last name"
          name="lastName"
          autoComplete="off"
          isRequired
          maxLength={99}
          value={values.lastName}
          error={errors.lastName}
          onChange={(lastName) => change({ lastName })}
        />
      </div>
      <div className="grid items-start gap-5 md:grid-cols-[2fr_3fr]">
        <Select
          label="Relationship"
          name="relationship"
          placeholder="Choose one"
          isRequired
          options={relationshipOptions}
          value={values.relationship}
          error={errors.relationship}
          onChange={(relationship) => change({ relationship })}
        />
        <TextField
          label="Email"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="off"
          spellCheck={false}
          isOptional
          value={values.email}
          error={errors.email}
          onChange={(email) => change({ email })}
        />
      </div>
      <p className="text-small text-ink-soft">
        They are added to your address book. We send them nothing before their day.
      </p>
    </div>
  );
}
