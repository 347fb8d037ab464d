import type { ReactNode } from 'react';
import { useRef } from 'react';
import { Button } from './button.tsx';
import type { ButtonLook } from './button-classes.ts';

export interface FileButtonProps extends ButtonLook {
  children: ReactNode;
  /** Media types or endings, as the accept attribute takes them. */
  accept?: string | undefined;
  onSelect: (file: File) => void;
  /** Opens the camera or microphone of a phone. */
  capture?: 'user' | 'environment' | undefined;
  icon?: ReactNode;
  isDisabled?: boolean | undefined;
}

export function FileButton({ accept, onSelect, capture, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);

  function take(files: FileList | null) {
    const file = files?.[0];
    if (file) onSelect(file);
    // The same file chosen again must count as a change.
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
