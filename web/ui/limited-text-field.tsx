import { type ClipboardEvent, useState } from 'react';
import { TextField, type TextFieldProps } from './text-field.tsx';

/**
 * Browsers silently cut pasted text at `maxLength`. `watch` is for the input; `note` says that text was cut,
 * as long as the field is full, and has to be shown in an element that is always there.
 */
export function useCutNote(value: string, maxLength: number) {
  const [isCut, setCut] = useState(false);
  return {
    watch: {
      onPaste({ currentTarget, clipboardData }: ClipboardEvent<HTMLInputElement | HTMLTextAreaElement>) {
        const { selectionStart, selectionEnd } = currentTarget;
        const replaced = (selectionEnd ?? 0) - (selectionStart ?? 0);
        setCut(currentTarget.value.length - replaced + clipboardData.getData('text').length > maxLength);
      },
    },
    note:
      isCut && value.length >= maxLength
        ? `What you pasted was too long. Only the first ${maxLength} characters are here.`
        : null,
  };
}

interface LimitedTextFieldProps extends TextFieldProps {
  maxLength: number;
}

/** A text field that says so if pasted text did not fit. */
export function LimitedTextField({ description, ...props }: LimitedTextFieldProps) {
  const { watch, note } = useCutNote(props.value, props.maxLength);
  return (
    <TextField
      {...props}
      {...watch}
      description={
        <>
          {description}
          <span role="status" className="block text-gold empty:hidden">
            {note}
          </span>
        </>
      }
    />
  );
}
