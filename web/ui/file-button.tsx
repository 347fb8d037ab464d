import { type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';
import type { ButtonLook } from './button-classes.ts';

export interface FileButtonProps extends ButtonLook {
  children: ReactNode;
  /** Media types or file extensions, as in the `accept` attribute. */
  accept?: string | undefined;
  onSelect: (file: File) => void;
  /** Allows several files to be chosen at once, and is called with them. */
  onSelectSeveral?: ((files: File[]) => void) | undefined;
  /** Opens the phone's camera or microphone. */
  capture?: 'user' | 'environment' | undefined;
  icon?: ReactNode;
  isDisabled?: boolean | undefined;
}

export function FileButton({ accept, onSelect, onSelectSeveral, capture, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);

  function take(files: FileList | null) {
    passOn([...(files ?? [])], onSelect, onSelectSeveral);
    // So that choosing the same file again fires a change event.
    if (input.current) input.current.value = '';
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple={onSelectSeveral !== undefined}
        accept={accept}
        capture={capture}
        onChange={(event) => take(event.currentTarget.files)}
      />
      <Button {...button} onPress={() => input.current?.click()} />
    </>
  );
}

/** If several files are not accepted, only the first is used. */
export function passOn(
  files: File[],
  onSelect: (file: File) => void,
  onSelectSeveral: ((files: File[]) => void) | undefined,
): void {
  const [first] = files;
  if (files.length > 1 && onSelectSeveral) onSelectSeveral(files);
  else if (first) onSelect(first);
}
