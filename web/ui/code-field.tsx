import { joinClasses } from './join-classes.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';

interface CodeFieldProps extends Omit<TextFieldProps, 'label'> {
  /** For pages that ask for the code only. */
  isLarge?: boolean;
}

/** The six digits from a message, however they are typed or pasted. */
export function CodeField({ isLarge = false, onChange, ...field }: CodeFieldProps) {
  const { value, error } = field;
  /** A refused code makes room for what is typed behind it. */
  const afresh = (text: string) =>
    error && value.length === 6 && text.startsWith(value) ? text.slice(6) : text;
  return (
    <TextField
      label="Six-digit code"
      name="code"
      autoComplete="one-time-code"
      inputMode="numeric"
      inputClassName={joinClasses(
        isLarge ? 'py-3 text-center text-title tracking-[0.4em]' : 'tracking-[0.3em]',
        'lining-nums tabular-nums',
      )}
      onChange={(text) => onChange(codeIn(afresh(text)))}
      {...field}
    />
  );
}

const sixTogether = /(?:^|\D)(\d{3}[\s.–-]?\d{3})(?!\d)/;

/** The code in what somebody typed or pasted: '123 456', or the whole sentence from the email. */
export function codeIn(text: string): string {
  const plain = text.normalize('NFKC');
  return (sixTogether.exec(plain)?.[1] ?? plain).replaceAll(/\D/g, '').slice(0, 6);
}

/** The code after the `#` of a link in an email, which never leaves this device. */
export function codeInAddress(hash: string): string {
  return codeIn(new URLSearchParams(hash.slice(1)).get('code') ?? '');
}
