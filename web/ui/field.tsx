import { type ReactNode, type Ref, useId } from 'react';
import { joinClasses } from './join-classes.ts';
import { AlertIcon } from './plain-icons.tsx';

/** Props of every field besides its value. */
export interface FieldText {
  label: ReactNode;
  description?: ReactNode;
  /** Shown below the control and announced with it. */
  error?: string | undefined;
  isRequired?: boolean | undefined;
  /** Adds "(optional)" to the label. */
  isOptional?: boolean | undefined;
  isLabelHidden?: boolean | undefined;
  className?: string | undefined;
}

export interface FieldIds {
  control: string;
  label: string;
  description: string;
  error: string;
}

export function useFieldIds(): FieldIds {
  const id = useId();
  return { control: id, label: `${id}-label`, description: `${id}-description`, error: `${id}-error` };
}

/** ARIA attributes that connect a control with its description and error. */
export function describeControl(ids: FieldIds, text: FieldText) {
  const describedBy = joinClasses(!!text.description && ids.description, !!text.error && ids.error);
  return {
    'aria-describedby': describedBy || undefined,
    'aria-invalid': text.error ? true : undefined,
    'aria-required': text.isRequired || undefined,
  };
}

export function LabelText({ text }: { text: FieldText }) {
  return (
    <>
      {text.label}
      {text.isOptional && <span className="font-normal text-ink-soft"> (optional)</span>}
    </>
  );
}

export function FieldDescription({ id, children }: { id: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <div id={id} className="text-small text-ink-soft">
      {children}
    </div>
  );
}

export interface FieldProps extends FieldText {
  ids: FieldIds;
  children: ReactNode;
}

/** Label, control, description and error of a single control. */
export function Field({ ids, children, ...text }: FieldProps) {
  const labelClasses = text.isLabelHidden ? 'sr-only' : 'block font-medium';
  return (
    <div className={joinClasses('grid content-start gap-1.5', text.className)}>
      <label id={ids.label} htmlFor={ids.control} className={labelClasses}>
        <LabelText text={text} />
      </label>
      {children}
      <FieldDescription id={ids.description}>{text.description}</FieldDescription>
      <FieldError id={ids.error}>{text.error}</FieldError>
    </div>
  );
}

/** Props of a field with a text value, named as in react-hook-form's controller. */
export interface ValueField<Element> extends FieldText {
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  name?: string | undefined;
  isDisabled?: boolean | undefined;
  ref?: Ref<Element> | undefined;
}

interface FieldErrorProps {
  /** For the control's `aria-describedby`; omitted if the error belongs to no single control. */
  id?: string | undefined;
  children: string | undefined;
}

export function FieldError({ id, children }: FieldErrorProps) {
  if (!children) return null;
  return (
    <p id={id} className="flex animate-appear items-start gap-1.5 text-small font-medium text-rose">
      <AlertIcon className="mt-0.5 size-4.5 flex-none" strokeWidth={1.75} />
      {children}
    </p>
  );
}
