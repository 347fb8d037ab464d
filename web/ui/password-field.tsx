import { useState } from 'react';
import { TextField, type TextFieldProps } from './text-field.tsx';

export interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'suffix' | 'autoComplete'> {
  autoComplete: 'current-password' | 'new-password';
}

export function PasswordField({ isDisabled, ...field }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const action = isShown ? 'Hide' : 'Show';
  return (
    <TextField
      {...field}
      isDisabled={isDisabled}
      type={isShown ? 'text' : 'password'}
      spellCheck={false}
      inputClassName="pr-20"
      suffix={
        <button
          type="button"
          disabled={isDisabled}
          aria-label={`${action} password`}
          className="min-h-11 min-w-11 rounded-small px-3 text-small font-medium text-pine underline decoration-1 underline-offset-4 hover:decoration-2"
          onClick={() => setShown(!isShown)}
        >
          {action}
        </button>
      }
    />
  );
}
