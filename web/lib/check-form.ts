import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';

/** Makes a resolver from a function that returns one message for each invalid field. */
export function checkedBy<Values extends FieldValues>(
  check: (values: Values) => Record<string, string>,
): Resolver<Values> {
  return (values) => {
    const messages = Object.entries(check(values));
    if (messages.length === 0) return { values, errors: {} };
    const errors = messages.map(([field, message]) => [field, { type: 'validation', message }]);
    return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<Values> };
  };
}

/** The first message for each invalid field; empty when the form is valid. */
export function firstMessages({ error }: { error?: z.ZodError | undefined }): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) messages[String(path[0])] ??= message;
  return messages;
}
