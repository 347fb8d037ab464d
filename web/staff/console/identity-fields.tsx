import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';

export interface Identity {
  password: string;
  code: string;
}

export const noIdentity: Identity = { password: '', code: '' };

interface IdentityFieldsProps {
  values: Identity;
  onChange: (values: Identity) => void;
  hasCode: boolean;
  errors: Readonly<Record<string, string>>;
}

export function IdentityFields({ values, onChange, hasCode, errors }: IdentityFieldsProps) {
  return (
    <>
      <p>
        We ask for this before anything is given out or stopped. What you typed is kept, and then it goes on
        by itself.
      </p>
      <PasswordField
        label="Password"
        autoComplete="current-password"
        value={values.password}
        onChange={(password) => onChange({ ...values, password })}
        error={errors['password']}
        autoFocus
      />
      {hasCode && (
        <TextField
          label="Code from your authenticator app"
          autoComplete="one-time-code"
          inputMode="numeric"
          value={values.code}
          onChange={(code) => onChange({ ...values, code })}
          error={errors['code']}
        />
      )}
    </>
  );
}
