import { useState } from 'react';
import {
  acceptedFormats,
  type FileMemoryType,
  fileTooLarge,
  invalidFileType,
  memoryFileMaxBytes,
} from '../../../../../shared/memories/memory-limits.ts';
import { DropZone } from '../../../../ui/drop-zone.tsx';
import { FieldError } from '../../../../ui/field.tsx';
import { dismissErrors, toast } from '../../../../ui/toast.ts';
import { memoryKinds } from '../memories.ts';
import { RecordButton } from '../recording/recording.ts';

/** Most photos already exist; a sound or video is usually recorded for the occasion. */
const labels: Record<FileMemoryType, { label: string; button: string }> = {
  photo: { label: 'Drop photos here', button: 'Choose photos' },
  video: { label: 'Record it now, or drop a video here', button: 'Choose a video' },
  audio: { label: 'Record it now, or drop a recording here', button: 'Choose a recording' },
};

/** `recordingId` is its id in the recording store; null for a file that was not recorded here. */
type ChooseFile = (file: File, recordingId: string | null) => void;

interface FileChoiceProps {
  ownerId: string;
  type: FileMemoryType;
  onChoose: ChooseFile;
  /** Set if several files may be chosen at once. */
  onChooseSeveral?: ((files: File[]) => void) | undefined;
}

/** A file by drag and drop, from the file picker or from the recorder. Refuses files that cannot be sent. */
export function FileChoice({ ownerId, type, onChoose, onChooseSeveral }: FileChoiceProps) {
  const { refusal, choose } = useFileCheck(type, onChoose);
  return (
    <div className="grid gap-4">
      <DropZone
        label={labels[type].label}
        description={`${describeAccepted(type)}${onChooseSeveral ? ' each' : ''}`}
        buttonLabel={labels[type].button}
        accept={acceptOf(type)}
        onSelect={choose}
        onSelectSeveral={onChooseSeveral}
        icon={type === 'photo' ? undefined : memoryKinds[type].icon}
        lead={type !== 'photo' && <RecordButton kind={type} ownerId={ownerId} onUse={choose} />}
      >
        {type === 'photo' && <RecordButton kind={type} ownerId={ownerId} variant="quiet" onUse={choose} />}
      </DropZone>
      {refusal && <FieldError>{refusal}</FieldError>}
      <p className="max-w-measure text-small text-ink-soft">
        {type === 'photo'
          ? 'They receive your originals, unchanged. If your camera noted the date and the place in them, these go with them.'
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

/** Other file name extensions of the accepted formats. */
const otherExtensions: Readonly<Record<string, readonly string[]>> = { jpeg: ['jpg', 'jpe'], mp4: ['m4v'] };

/** The types that browsers report for unknown files. */
const unknownTypes = ['', 'application/octet-stream'];

interface Refusal {
  title: string;
  message: string;
}

/** Why this file cannot be sent; null if it can. This only saves a needless upload: the server checks the contents. */
export function checkFile(file: Pick<File, 'name' | 'type' | 'size'>, type: FileMemoryType): Refusal | null {
  if (file.size > memoryFileMaxBytes) return fileTooLarge;
  return file.size > 0 && isOfType(file, type) ? null : invalidFileType(type);
}

function isOfType({ name, type: contentType }: Pick<File, 'name' | 'type'>, type: FileMemoryType): boolean {
  const known = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!unknownTypes.includes(known)) return Object.values(acceptedFormats[type]).flat().includes(known);
  const extension = name.toLowerCase().split('.').at(-1) ?? '';
  return extensionsOf(type).includes(extension);
}

function extensionsOf(type: FileMemoryType): string[] {
  return Object.keys(acceptedFormats[type]).flatMap((format) => [format, ...(otherExtensions[format] ?? [])]);
}

/** The `accept` attribute of the file picker. */
export function acceptOf(type: FileMemoryType): string {
  const extensions = extensionsOf(type).map((extension) => `.${extension}`);
  return [...Object.values(acceptedFormats[type]).flat(), ...extensions].join(',');
}

/** 'JPEG, PNG, GIF or WEBP, up to 50 MB' */
export function describeAccepted(type: FileMemoryType): string {
  const names = Object.keys(acceptedFormats[type]).map((format) => format.toUpperCase());
  const megabytes = memoryFileMaxBytes / 1024 / 1024;
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}, up to ${megabytes} MB`;
}
