import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { relationships } from '../../../../shared/people/recipients.ts';
import { useField } from '../../../lib/forms.ts';
import { Select } from '../../../ui/select.tsx';
import { EmailField, TextField } from '../../../ui/text-field.tsx';
import { MoreFields, type MoreFieldsProps } from './more-fields.tsx';
import { OwnWord } from './own-word.tsx';
import { describeSharedEmail } from './recipient-values.ts';
import { relationshipLabels } from './relationship-labels.ts';

interface RecipientFieldsProps extends MoreFieldsProps {
  isMoreOpen: boolean;
}

/** The few fields for everybody; the rest is shown on request. */
export function RecipientFields({ control, others, isMoreOpen }: RecipientFieldsProps) {
  const email = useField({ control, name: 'email' });
  const firstName = useField({ control, name: 'firstName' });
  return (
    <>
      <div className="grid gap-5 md:grid-cols-2">
        <TextField label="First name" autoComplete="off" isRequired {...firstName} />
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
      <OwnWord control={control} />
      <EmailField
        autoComplete="off"
        isOptional
        description={
          describeSharedEmail(email.value, others) ?? 'Where they get the link to what you leave them.'
        }
        {...email}
      />
      <More control={control} others={others} isMoreOpen={isMoreOpen} />
    </>
  );
}

function More({ control, others, isMoreOpen }: RecipientFieldsProps) {
  const [isOpen, setOpen] = useState(isMoreOpen);
  const name = useWatch({ control, name: 'firstName' }).trim() || 'this person';
  return (
    <details
      open={isOpen || isMoreOpen}
      className="group border-t border-line pt-2"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-11 list-none items-center justify-between gap-4 rounded-small font-medium [&::-webkit-details-marker]:hidden">
        <span>
          More about {name}
          <span className="block text-small font-normal text-ink-soft">
            Birthday, days that matter, second email, phone, mailing address, a line of yours, trusted contact
          </span>
        </span>
        <ChevronDown
          aria-hidden="true"
          strokeWidth={1.5}
          className="size-5 flex-none text-ink-soft transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="grid gap-5 pt-4">
        <MoreFields control={control} others={others} />
      </div>
    </details>
  );
}
