import { type FormEvent, useRef, useState } from 'react';

type Messages<Name extends string> = Partial<Record<Name, string>>;

interface AuthFormOptions<Values extends Record<string, string>> {
  /** The initial values. Its keys are the fields, in display order. */
  initial: Values;
  /** Returns one message for each invalid field. */
  validate: (values: Values) => Promise<Messages<keyof Values & string>>;
  /** The same for what only the server knows: called on submit if nothing else is invalid. */
  validateByServer?: (values: Values) => Promise<Messages<keyof Values & string>>;
  onValid: (values: Values) => void | Promise<void>;
}

interface Focusable {
  focus: () => void;
}

/**
 * Form state for public pages, where react-hook-form would weigh more than everything else the page adds.
 * Validates at each submit and, after the first one, while typing too.
 */
export function useAuthForm<Values extends Record<string, string>>(options: AuthFormOptions<Values>) {
  type Name = keyof Values & string;
  const { initial, validate, validateByServer, onValid } = options;
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Messages<Name>>({});
  const [attempt, setAttempt] = useState(0);
  const [isSubmitting, setSubmitting] = useState(false);
  const controls = useRef(new Map<string, Focusable>());
  const latestValues = useRef(values);

  function change(name: Name, value: string) {
    const next = { ...latestValues.current, [name]: value };
    latestValues.current = next;
    setValues(next);
    if (attempt > 0) void recheck(next);
  }

  async function recheck(checked: Values) {
    const found = await validate(checked);
    if (latestValues.current === checked) setErrors(found);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isSubmitting) return;
    setSubmitting(true);
    const found = await validate(values);
    if (Object.keys(found).length === 0) Object.assign(found, await validateByServer?.(values));
    setErrors(found);
    setAttempt(attempt + 1);
    if (Object.keys(found).length === 0) await onValid(values);
    setSubmitting(false);
  }

  return {
    values,
    isSubmitting,
    submit: (event: FormEvent) => void submit(event),
    /** For FormErrorSummary, in display order. */
    summary: {
      attempt,
      errors: Object.keys(initial).flatMap((name) => {
        const message = errors[name as Name];
        return message ? [{ field: name, message }] : [];
      }),
      onSelect: (name: string) => controls.current.get(name)?.focus(),
    },
    /** Shows the server's messages at their fields. */
    showErrors: (messages: Readonly<Record<string, string>>) =>
      setErrors(
        Object.fromEntries(Object.entries(messages).filter(([name]) => name in initial)) as Messages<Name>,
      ),
    field: <N extends Name>(name: N) => ({
      name,
      value: values[name],
      error: errors[name],
      onChange: (value: Values[N]) => change(name, value),
      ref: (control: Focusable | null) => {
        if (control) controls.current.set(name, control);
        else controls.current.delete(name);
      },
    }),
  };
}
