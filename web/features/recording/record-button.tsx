import { Camera, Mic, Video } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { FileMemoryType } from '../../../shared/memory-limits.ts';
import { Button } from '../../ui/Button.tsx';
import type { ButtonLook } from '../../ui/buttonClasses.ts';
import { useLeftBehindRefresh } from './queries.ts';
import type { Outcome } from './stage.ts';
import { words } from './words.ts';

const RecorderDialog = lazy(async () => ({
  default: (await import('./recorder-dialog.tsx')).RecorderDialog,
}));

const icons = { photo: Camera, video: Video, audio: Mic };

interface RecordButtonProps extends ButtonLook, Pick<Outcome, 'onUse'> {
  kind: FileMemoryType;
  ownerId: string;
  isDisabled?: boolean | undefined;
}

/** The way to camera and microphone, beside choosing a file. */
export function RecordButton({ kind, ownerId, onUse, ...look }: RecordButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const lookAgain = useLeftBehindRefresh();
  const Icon = icons[kind];

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
        {words[kind].record}
      </Button>
      <Suspense fallback={null}>
        {isOpen && (
          <RecorderDialog
            kind={kind}
            ownerId={ownerId}
            onUse={(file, recordingId) => {
              onUse(file, recordingId);
              close();
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}
