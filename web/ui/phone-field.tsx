import { type NamedField, TextField } from './text-field.tsx';

/** For the person's own number; for somebody else's, pass `autoComplete="off"`. */
export function PhoneField(props: NamedField) {
  return (
    <TextField
      label="Phone"
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      isOptional
      description="With its country code, such as +1 212 555 0134."
      {...props}
    />
  );
}
