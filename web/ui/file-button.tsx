import type { ReactNode } from 'react';
import { useRef } from 'react';
import { Button } from './button.tsx';
import type { ButtonLook } from './button-classes.ts';

export interface FileButtonProps extends ButtonLook {
  children: ReactNode;
  /** Media types or file extensions, as in the `accept` attribute. */
  accept?: string | undefined;
  onSelect: (file: File) => void;
  /** Opens the phone's camera or microphone. */
  capture?: 'user' | 'environment' | undefined;
  icon?: ReactNode;
  isDisabled?: boolean | undefined;
}

export function FileButton({ accept, onSelect, capture, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);

  function take(files: FileList | null) {
    const file = files?.[0];
    if (file) onSelect(file);
    // So that choosing the same file again fires a change event.
    if (input.current) input.current.value = '';
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        capture={capture}
        onChange={(event) => take(event.currentTarget.files)}
      />
      <Button {...button} onPress={() => input.current?.click()} />
    </>
  );
}
