import { TextArea } from './text-area.tsx';
import { EmailField, TextField } from './text-field.tsx';

export interface NewAddress {
  email: string;
  phone: string;
  mailingAddress: string;
}

export const noNewAddress: NewAddress = { email: '', phone: '', mailingAddress: '' };

interface NewAddressFieldsProps {
  values: NewAddress;
  errors: Readonly<Record<string, string>>;
  onChange: (values: NewAddress) => void;
}

/** Where somebody can be reached from now on. What is left empty stays as it is. */
export function NewAddressFields({ values, errors, onChange }: NewAddressFieldsProps) {
  const set = (change: Partial<NewAddress>) => onChange({ ...values, ...change });
  return (
    <>
      <EmailField
        label="New email address"
        description="We send a code there."
        isOptional
        value={values.email}
        error={errors['email']}
        onChange={(email) => set({ email })}
      />
      <TextField
        label="New phone number"
        type="tel"
        autoComplete="tel"
        isOptional
        value={values.phone}
        error={errors['phone']}
        onChange={(phone) => set({ phone })}
      />
      <TextArea
        label="New postal address"
        isOptional
        rows={3}
        value={values.mailingAddress}
        error={errors['mailingAddress']}
        onChange={(mailingAddress) => set({ mailingAddress })}
      />
    </>
  );
}
