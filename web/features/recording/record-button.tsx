import { Camera, Mic, Video } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { FileMemoryType } from '../../../shared/memory-limits.ts';
import { Button } from '../../ui/Button.tsx';
import type { ButtonLook } from '../../ui/buttonClasses.ts';
import { useLeftBehindRefresh } from './queries.ts';
import type { Outcome } from './stage.ts';

const RecorderDialog = lazy(async () => ({
  default: (await import('./recorder-dialog.tsx')).RecorderDialog,
}));

const faces: Readonly<Record<FileMemoryType, { label: string; icon: typeof Camera }>> = {
  photo: { label: 'Take a photo', icon: Camera },
  video: { label: 'Record a video', icon: Video },
  audio: { label: 'Record your voice', icon: Mic },
};

interface RecordButtonProps extends ButtonLook, Pick<Outcome, 'onUse'> {
  kind: FileMemoryType;
  ownerId: string;
  isDisabled?: boolean | undefined;
}

/** The way to camera and microphone, beside choosing a file. */
export function RecordButton({ kind, ownerId, onUse, ...look }: RecordButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const lookAgain = useLeftBehindRefresh();
  const { label, icon: Icon } = faces[kind];

  function close(): void {
    setOpen(false);
    void lookAgain();
  }

  return (
    <>
      <Button
        {...look}
        icon={<Icon aria-hidden="true" className="size-5.5" strokeWidth={1.5} />}
        onPress={() => setOpen(true)}
      >
        {label}
      </Button>
      <Suspense fallback={null}>
        {isOpen && (
          <RecorderDialog
            kind={kind}
            ownerId={ownerId}
            onUse={(file, recordingId) => {
              setOpen(false);
              onUse(file, recordingId);
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}
