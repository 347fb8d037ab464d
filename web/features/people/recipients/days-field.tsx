import { Plus } from 'lucide-react';
import { type Control, useFieldArray, useFormState } from 'react-hook-form';
import { maxDays } from '../../../../shared/people/recipients.ts';
import { useField } from '../../../lib/forms.ts';
import { Button } from '../../../ui/button.tsx';
import { DayField, noDay } from '../../../ui/day-field.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { LimitedTextField } from '../../../ui/limited-text-field.tsx';
import type { RecipientValues } from './recipient-values.ts';

interface DaysFieldProps {
  control: Control<RecipientValues>;
}

/** Days that matter besides the birthday, such as a wedding, in as many rows as needed. */
export function DaysField({ control }: DaysFieldProps) {
  const { fields, append, remove } = useFieldArray({ control, name: 'days' });
  const { errors } = useFormState({ control, name: 'days' });
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-1.5 font-medium">
        Days that matter <span className="font-normal text-ink-soft">(optional)</span>
      </legend>
      <p className="-mt-2 text-small text-ink-soft">
        A wedding, a graduation: the day it happened. You then see it come round each year.
      </p>
      {fields.map(({ id }, index) => (
        <DayRow key={id} control={control} index={index} onRemove={() => remove(index)} />
      ))}
      <FieldError id="days-error">{errors.days?.message}</FieldError>
      {fields.length < maxDays && (
        <Button
          variant="quiet"
          size="small"
          className="justify-self-start"
          icon={<Plus aria-hidden="true" className="size-4.5" strokeWidth={1.75} />}
          onPress={() => append({ name: '', date: noDay })}
        >
          Add a day
        </Button>
      )}
    </fieldset>
  );
}

interface DayRowProps extends DaysFieldProps {
  index: number;
  onRemove: () => void;
}

function DayRow({ control, index, onRemove }: DayRowProps) {
  const name = useField({ control, name: `days.${index}.name` });
  return (
    <div className="grid gap-3 rounded-choice border border-line p-4">
      <LimitedTextField
        label="What day is it?"
        placeholder="Wedding"
        maxLength={100}
        autoComplete="off"
        {...name}
      />
      <DayField
        label={name.value.trim() || 'When is it?'}
        isLabelHidden
        {...useField({ control, name: `days.${index}.date` })}
      />
      <Button
        variant="text"
        size="small"
        className="justify-self-start"
        aria-label={`Remove ${name.value.trim() || 'this day'}`}
        onPress={onRemove}
      >
        Remove
      </Button>
    </div>
  );
}
