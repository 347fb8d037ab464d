import { ComposeFile } from './compose-file.tsx';
import { ComposeLetter } from './compose-letter.tsx';
import type { ComposerSubject } from './composer.ts';

/** One memory in the making: a letter is written, anything else is a file. */
export function Compose({ type, ...subject }: ComposerSubject) {
  if (type === 'letter') return <ComposeLetter {...subject} type={type} />;
  return <ComposeFile {...subject} type={type} />;
}
