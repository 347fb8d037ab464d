import type { ReactNode, Ref } from 'react';
import { describeControl, FieldDescription, useFieldIds } from './field.tsx';

export interface SwitchProps {
  label: ReactNode;
  description?: ReactNode;
  value: boolean;
  onChange: (isOn: boolean) => void;
  onBlur?: (() => void) | undefined;
  name?: string | undefined;
  isDisabled?: boolean | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

/** Takes effect at once. For a choice that is submitted later, use a Checkbox. */
export function Switch({ label, description, value, onChange, isDisabled, ...attributes }: SwitchProps) {
  const ids = useFieldIds();
  return (
    <div className="grid gap-0.5">
      <label className="flex min-h-11 items-center justify-between gap-6 py-1 leading-snug">
        <span className="font-medium">{label}</span>
        <input
          {...attributes}
          {...describeControl(ids, { label, description })}
          type="checkbox"
          role="switch"
          className="mark"
          aria-checked={value}
          checked={value}
          disabled={isDisabled}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      </label>
      <div className="-mt-1.5 mr-18 max-w-measure empty:hidden">
        <FieldDescription id={ids.description}>{description}</FieldDescription>
      </div>
    </div>
  );
}
