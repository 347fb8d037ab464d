import { useState } from 'react';
import type { FileMemoryType } from '../../../../shared/memories/memories.ts';
import { DropZone } from '../../../ui/drop-zone.tsx';
import { toast } from '../../../ui/toast.ts';
import { RecordButton } from '../recording/recording.ts';
import { acceptOf, checkFile, describeAccepted } from './file-check.ts';

const words: Record<FileMemoryType, { label: string; button: string }> = {
  photo: { label: 'Drop a photo here', button: 'Choose a photo' },
  video: { label: 'Drop a video here', button: 'Choose a video' },
  audio: { label: 'Drop a recording here', button: 'Choose a recording' },
};

/** `recordingId` is the one under which this browser keeps what was recorded here; null for any other file. */
type HandOn = (file: File, recordingId: string | null) => void;

interface FileChoiceProps {
  ownerId: string;
  type: FileMemoryType;
  onChoose: HandOn;
}

/** A file by drop, by button or from the camera; one that cannot be sent is refused here, before it is. */
export function FileChoice({ ownerId, type, onChoose }: FileChoiceProps) {
  const { refusal, choose } = useFileCheck(type, onChoose);
  return (
    <div className="grid gap-4">
      <DropZone
        label={words[type].label}
        description={describeAccepted(type)}
        buttonLabel={words[type].button}
        accept={acceptOf(type)}
        onSelect={choose}
      >
        <RecordButton kind={type} ownerId={ownerId} variant="quiet" onUse={choose} />
      </DropZone>
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
export function useFileCheck(type: FileMemoryType, onChoose: HandOn) {
  const [refusal, setRefusal] = useState<string | null>(null);

  function choose(file: File, recordingId: string | null = null) {
    const refused = checkFile(file, type);
    setRefusal(refused && `${refused.title}: ${refused.message}`);
    if (refused) toast({ variant: 'destructive', title: refused.title, description: refused.message });
    else onChoose(file, recordingId);
  }

  return { refusal, choose };
}
