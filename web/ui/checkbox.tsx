import { Check } from 'lucide-react';
import type { ComponentProps, ReactNode, Ref } from 'react';
import { describeControl, FieldDescription, FieldError, useFieldIds } from './field.tsx';

/** The box alone; the caller must label it. */
export function CheckboxMark(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return (
    <span className="relative inline-grid size-5.5 flex-none place-items-center">
      <input {...props} type="checkbox" className="mark peer" />
      <Check
        aria-hidden="true"
        strokeWidth={2.75}
        className="pointer-events-none absolute size-3.5 text-on-pine opacity-0 peer-checked:opacity-100 forced-colors:hidden"
      />
    </span>
  );
}

export interface CheckboxProps {
  label: ReactNode;
  description?: ReactNode;
  error?: string | undefined;
  value: boolean;
  onChange: (isChecked: boolean) => void;
  onBlur?: (() => void) | undefined;
  name?: string | undefined;
  isDisabled?: boolean | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

export function Checkbox(props: CheckboxProps) {
  const ids = useFieldIds();
  const { label, description, error, value, onChange, isDisabled, ...attributes } = props;
  return (
    <div className="grid gap-1">
      <label htmlFor={ids.control} className="flex min-h-11 items-start gap-3 py-2.5 leading-snug">
        <CheckboxMark
          {...attributes}
          {...describeControl(ids, { label, description, error })}
          id={ids.control}
          checked={value}
          disabled={isDisabled}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>{label}</span>
      </label>
      <div className="-mt-2 ml-8.5 grid gap-1 empty:hidden">
        <FieldDescription id={ids.description}>{description}</FieldDescription>
        <FieldError id={ids.error}>{error}</FieldError>
      </div>
    </div>
  );
}
