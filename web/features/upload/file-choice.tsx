import { useState } from 'react';
import type { FileMemoryType } from '../../../shared/memories.ts';
import { DropZone } from '../../ui/DropZone.tsx';
import { toast } from '../../ui/toast.ts';
import { acceptOf, checkFile, describeAccepted } from './file-check.ts';

const words: Record<FileMemoryType, { label: string; button: string }> = {
  photo: { label: 'Drop a photo here', button: 'Choose a photo' },
  video: { label: 'Drop a video here', button: 'Choose a video' },
  audio: { label: 'Drop a recording here', button: 'Choose a recording' },
};

interface FileChoiceProps {
  type: FileMemoryType;
  onChoose: (file: File) => void;
}

/** A file by drop or by button; one that cannot be sent is refused here, before it is. */
export function FileChoice({ type, onChoose }: FileChoiceProps) {
  const { refusal, choose } = useFileCheck(type, onChoose);
  return (
    <div className="grid gap-4">
      <DropZone
        label={words[type].label}
        description={describeAccepted(type)}
        buttonLabel={words[type].button}
        accept={acceptOf(type)}
        onSelect={choose}
      />
      {refusal && <p className="font-medium text-rose">{refusal}</p>}
      <p className="max-w-measure text-small text-ink-soft">
        {type === 'photo'
          ? 'The original is what the people you choose receive, byte for byte. If your camera noted the date and the place in the photo, these go with it.'
          : 'The original is what the people you choose receive, byte for byte.'}
      </p>
    </div>
  );
}

/** Hands on files that can be sent; of others it says why not. */
export function useFileCheck(type: FileMemoryType, onChoose: (file: File) => void) {
  const [refusal, setRefusal] = useState<string | null>(null);

  function choose(file: File) {
    const refused = checkFile(file, type);
    setRefusal(refused && `${refused.title}: ${refused.message}`);
    if (refused) toast({ variant: 'destructive', title: refused.title, description: refused.message });
    else onChoose(file);
  }

  return { refusal, choose };
}
