import type { Control } from 'react-hook-form';
import { formatDollars } from '../../../../shared/dollars.ts';
import {
  type ItemCategory,
  insuranceFeeOf,
  insuranceRatePerYear,
  itemCategories,
} from '../../../../shared/keepsakes/item-rules.ts';
import { useField } from '../../../lib/forms.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { joinClasses } from '../../../ui/join-classes.ts';
import { LimitedTextField } from '../../../ui/limited-text-field.tsx';
import { Select, type SelectProps } from '../../../ui/select.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField, type TextFieldProps } from '../../../ui/text-field.tsx';
import { categoryLabels } from './item-labels.ts';
import { type ItemValues, plainDollars } from './item-values.ts';

export interface ItemFieldsProps {
  control: Control<ItemValues>;
}

/** Describes the item. */
export function DescriptionFields({ control }: ItemFieldsProps) {
  return (
    <>
      <LimitedTextField
        label="Title"
        description="What it is, in a few words."
        autoComplete="off"
        maxLength={200}
        isRequired
        {...useField({ control, name: 'title' })}
      />
      <TextArea
        label="Description"
        description="So that we know it when it arrives: what it is made of, how large, what is inside."
        rows={3}
        isRequired
        {...useField({ control, name: 'description' })}
      />
      <CategoryAndValue
        category={useField({ control, name: 'category' })}
        estimatedValue={useField({ control, name: 'estimatedValue' })}
      />
    </>
  );
}

interface CategoryAndValueProps {
  category: Omit<SelectProps<ItemCategory>, 'label' | 'options'>;
  estimatedValue: Omit<TextFieldProps, 'label'>;
}

export function CategoryAndValue({ category, estimatedValue }: CategoryAndValueProps) {
  return (
    <div className="grid gap-5 md:grid-cols-2">
      <Select
        label="Category"
        placeholder="Choose one"
        isRequired
        options={itemCategories.map((value) => ({ value, label: categoryLabels[value] }))}
        {...category}
      />
      <DollarsField label="Estimated value" {...estimatedValue} />
    </div>
  );
}

export function DollarsField(field: TextFieldProps) {
  return <TextField description="In dollars" inputMode="decimal" autoComplete="off" isOptional {...field} />;
}

/** The insured value is asked for only if the item is insured. */
export function InsuranceFields({ control }: ItemFieldsProps) {
  const { value: hasInsurance, ...insured } = useField({ control, name: 'hasInsurance' });
  const insuranceValue = useField({ control, name: 'insuranceValue' });
  const worth = Number(plainDollars(insuranceValue.value));
  const percent = `${insuranceRatePerYear * 100}% of its value a year`;
  const fee =
    worth > 0 ? `${percent}: ${formatDollars(insuranceFeeOf(worth))} for ${formatDollars(worth)}` : percent;
  return (
    <div
      className={joinClasses(
        'grid items-center gap-4 rounded-choice border border-line bg-paper p-4',
        hasInsurance && 'md:grid-cols-2',
      )}
    >
      <Checkbox
        label="Insure it"
        description={`${fee}. Not charged at the moment.`}
        {...insured}
        value={hasInsurance}
      />
      {hasInsurance && <DollarsField label="Insured value" {...insuranceValue} />}
    </div>
  );
}
