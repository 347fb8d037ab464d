import type { FormEvent } from 'react';
import {
  type Control,
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  type UseFormReturn,
  type UseFormSetError,
  useController,
  useForm,
} from 'react-hook-form';
import { fieldsOf } from './api/api-error.ts';
import { checkedBy } from './check-form.ts';
import { ignorePresses } from './faults.ts';

export interface UseFieldOptions<Values extends FieldValues, Name extends FieldPath<Values>> {
  control: Control<Values>;
  name: Name;
}

/** Connects a field of web/ui to a form: `<TextField label="Title" {...useField({ control, name: 'title' })} />`. */
export function useField<Values extends FieldValues, Name extends FieldPath<Values>>(
  options: UseFieldOptions<Values, Name>,
) {
  const { field, fieldState } = useController(options);
  const value: FieldPathValue<Values, Name> = field.value;
  return {
    name: field.name,
    value,
    onChange: (next: FieldPathValue<Values, Name>) => field.onChange(next),
    onBlur: field.onBlur,
    ref: field.ref,
    isDisabled: field.disabled,
    error: fieldState.error?.message,
  };
}

interface CheckedFormOptions<Values extends FieldValues> {
  initial: Values;
  /** The fields on the page: the first is focused if a message belongs to none of them. Defaults to all of `initial`. */
  names?: readonly [FieldPath<Values>, ...FieldPath<Values>[]];
  /** Returns one message for each invalid field. */
  check: (values: Values) => Record<string, string>;
  send: (values: Values) => Promise<void>;
  /** `isShown` is true if the server's message is already shown at a field. */
  onFailure: (error: unknown, isShown: boolean) => void;
}

/** A form that is checked before it is sent, and shows at its fields what the server finds wrong with them. */
export function useCheckedForm<Values extends FieldValues>(options: CheckedFormOptions<Values>) {
  const { initial, check, send, onFailure } = options;
  const names = options.names ?? (Object.keys(initial) as [FieldPath<Values>]);
  const form = useForm<Values>({
    defaultValues: initial as DefaultValues<Values>,
    shouldFocusError: false,
    resolver: checkedBy(check),
  });
  const { isSubmitting, isDirty } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      await send(values);
    } catch (error) {
      onFailure(error, showServerErrors(fieldsOf(error), names, form.setError));
    }
  });
  return {
    form,
    control: form.control,
    isDirty,
    /** For FormDialog, InlineForm, or a form of its own. */
    formProps: {
      onSubmit: (event: FormEvent) => void submit(event),
      isBusy: isSubmitting,
      summary: summaryOf(form, names),
    },
  };
}

/** The messages of a form in the order of its fields, for FormErrorSummary. */
function listFormErrors(errors: FieldErrors): { field: string; message: string }[] {
  return Object.entries(errors).flatMap(([field, error]) =>
    typeof error?.message === 'string' ? [{ field, message: error.message }] : [],
  );
}

/**
 * The props of a form's summary: `<FormErrorSummary {...summaryOf(form, fieldNames)} />`. Selecting a message that
 * belongs to none of `names` focuses the first of them.
 */
export function summaryOf<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'formState' | 'setFocus'>,
  names: readonly [FieldPath<Values>, ...FieldPath<Values>[]],
) {
  const { errors, submitCount } = form.formState;
  // Several fields may share a message, which is shown once.
  const distinct = listFormErrors(errors).filter(
    ({ message }, index, all) => all.findIndex((error) => error.message === message) === index,
  );
  return {
    errors: distinct,
    attempt: submitCount,
    onSelect: (field: string) => form.setFocus(names.find((name) => name === field) ?? names[0]),
  };
}

/** Shows the server's messages at the fields of the form; returns false if there is none for these fields. */
export function showServerErrors<Values extends FieldValues>(
  fields: Readonly<Record<string, string>> | undefined,
  names: readonly FieldPath<Values>[],
  setError: UseFormSetError<Values>,
): boolean {
  const known = names.filter((name) => fields?.[name] !== undefined);
  if (known.length > 0) ignorePresses();
  for (const [index, name] of known.entries()) {
    setError(name, { type: 'server', message: fields?.[name] ?? '' }, { shouldFocus: index === 0 });
  }
  return known.length > 0;
}
