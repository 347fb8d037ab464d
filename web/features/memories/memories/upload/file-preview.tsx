import { type ReactNode, useState } from 'react';
import type { FileMemoryType } from '../../../../../shared/memories/memories.ts';
import { useFilePeaks } from '../../../../lib/file-peaks.ts';
import { formatSize } from '../../../../lib/format-size.ts';
import { useFileUrl } from '../../../../lib/use-file-url.ts';
import { FieldError } from '../../../../ui/field.tsx';
import { FileButton } from '../../../../ui/file-button.tsx';
import { SoundPlayer, VideoPlayer } from '../../../../ui/players/players.tsx';
import { memoryKinds } from '../memories.ts';
import { RecordButton } from '../recording/recording.ts';
import type { Composer } from './composer.ts';
import { acceptOf, useFileCheck } from './file-choice.tsx';

interface FilePreviewProps {
  composer: Composer;
  type: FileMemoryType;
  isLocked: boolean;
}

/** Shows the chosen file, and offers to choose another. */
export function FilePreview({ composer, type, isLocked }: FilePreviewProps) {
  const { file, existing, setFile } = composer;
  const { refusal, choose } = useFileCheck(type, setFile);
  const url = useFileUrl(file) ?? existing?.displayUrl ?? existing?.fileUrl ?? null;
  const problem = !file && existing?.approval === 'unreadable' ? existing.heldReason : null;
  const name = file?.name ?? existing?.fileName ?? existing?.title;
  const sizeBytes = file?.size ?? existing?.fileSizeBytes;
  return (
    <div className="min-w-0 border-b border-line bg-gold-wash/50">
      <div className="grid min-h-60 place-items-center p-4 md:p-6">
        {problem ? (
          <NotShown type={type}>{problem}</NotShown>
        ) : (
          url && <Preview key={url} url={url} type={type} name={name ?? ''} composer={composer} />
        )}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-5 px-4 pb-4 md:px-6">
        <p className="min-w-0 text-small break-all text-ink-soft">
          {name}
          {typeof sizeBytes === 'number' && `, ${formatSize(sizeBytes, 1024)}`}
        </p>
        <div className="flex flex-wrap gap-x-5">
          <RecordButton
            kind={type}
            ownerId={composer.ownerId}
            variant="text"
            size="small"
            isDisabled={isLocked}
            onUse={choose}
          />
          <FileButton
            variant="text"
            size="small"
            accept={acceptOf(type)}
            isDisabled={isLocked}
            onSelect={choose}
          >
            {existing ? 'Replace the file' : 'Choose another file'}
          </FileButton>
        </div>
        {refusal && (
          <div className="w-full">
            <FieldError>{refusal}</FieldError>
          </div>
        )}
      </div>
    </div>
  );
}

function NotShown({ type, children }: { type: FileMemoryType; children: ReactNode }) {
  const Icon = memoryKinds[type].icon;
  return (
    <div className="grid justify-items-center gap-3 text-center text-small text-ink-soft">
      <Icon aria-hidden="true" className="size-10 text-gold" strokeWidth={1.25} />
      {children}
    </div>
  );
}

interface PreviewProps extends Pick<FilePreviewProps, 'composer' | 'type'> {
  url: string;
  name: string;
}

function Preview({ url, type, name, composer: { file, existing } }: PreviewProps) {
  const [isUnplayable, setUnplayable] = useState(false);
  const peaks = useFilePeaks(type === 'photo' ? null : file);
  if (isUnplayable) return <NotShown type={type}>This browser cannot show it. It is kept as it is.</NotShown>;
  if (type === 'photo') {
    return (
      <img
        src={url}
        alt={`Preview of ${name}`}
        onError={() => setUnplayable(true)}
        className="max-h-100 rounded-control shadow-card"
      />
    );
  }
  const recording = {
    src: url,
    peaks: file ? peaks : (existing?.peaks ?? null),
    durationSeconds: file ? null : (existing?.durationSeconds ?? null),
    label: name,
  };
  if (type === 'video') {
    return (
      <VideoPlayer {...recording} poster={file ? null : existing?.thumbnailUrl} isUncovered={file !== null} />
    );
  }
  return <SoundPlayer {...recording} size="small" />;
}
