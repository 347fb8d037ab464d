import type { ComponentProps } from 'react';
import { TextField } from '../../../../ui/text-field.tsx';

/** For forms that ask for a code too where two-factor sign-in is on. */
export function CodeField(field: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField
      label="Code"
      description="From your authenticator app, or one of your recovery codes."
      autoComplete="one-time-code"
      spellCheck={false}
      isRequired
      {...field}
    />
  );
}
