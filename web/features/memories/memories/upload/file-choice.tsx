import { useState } from 'react';
import type { FileMemoryType } from '../../../../../shared/memories/memories.ts';
import { DropZone } from '../../../../ui/drop-zone.tsx';
import { FieldError } from '../../../../ui/field-error.tsx';
import { dismissErrors, toast } from '../../../../ui/toast.ts';
import { memoryKinds } from '../memories.ts';
import { RecordButton } from '../recording/recording.ts';
import { acceptOf, checkFile, describeAccepted } from './file-check.ts';

/** Most photos exist already; a voice or a video is mostly recorded for this. */
const labels: Record<FileMemoryType, { label: string; button: string }> = {
  photo: { label: 'Drop a photo here', button: 'Choose a photo' },
  video: { label: 'Record it now, or drop a video here', button: 'Choose a video' },
  audio: { label: 'Record it now, or drop a recording here', button: 'Choose a recording' },
};

/** `recordingId` is its id in the recording store; null for a file that was not recorded here. */
type ChooseFile = (file: File, recordingId: string | null) => void;

interface FileChoiceProps {
  ownerId: string;
  type: FileMemoryType;
  onChoose: ChooseFile;
}

/** A file by drag and drop, from the file picker or from the recorder. Refuses files that cannot be sent. */
export function FileChoice({ ownerId, type, onChoose }: FileChoiceProps) {
  const { refusal, choose } = useFileCheck(type, onChoose);
  return (
    <div className="grid gap-4">
      <DropZone
        label={labels[type].label}
        description={describeAccepted(type)}
        buttonLabel={labels[type].button}
        accept={acceptOf(type)}
        onSelect={choose}
        icon={type === 'photo' ? undefined : memoryKinds[type].icon}
        lead={type !== 'photo' && <RecordButton kind={type} ownerId={ownerId} onUse={choose} />}
      >
        {type === 'photo' && <RecordButton kind={type} ownerId={ownerId} variant="quiet" onUse={choose} />}
      </DropZone>
      {refusal && <FieldError>{refusal}</FieldError>}
      <p className="max-w-measure text-small text-ink-soft">
        {type === 'photo'
          ? 'They receive your original photo, unchanged. If your camera noted the date and the place in it, these go with it.'
          : 'They receive your original file, unchanged.'}
      </p>
    </div>
  );
}

/** Passes on files that can be sent; shows why others cannot. */
export function useFileCheck(type: FileMemoryType, onChoose: ChooseFile) {
  const [refusal, setRefusal] = useState<string | null>(null);

  function choose(file: File, recordingId: string | null = null) {
    const refused = checkFile(file, type);
    setRefusal(refused && `${refused.title}: ${refused.message}`);
    if (refused)
      return void toast({ variant: 'destructive', title: refused.title, description: refused.message });
    dismissErrors();
    onChoose(file, recordingId);
  }

  return { refusal, choose };
}
