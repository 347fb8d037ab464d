import { Camera, Mic, Video } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { FileMemoryType } from '../../../../shared/memories/memory-limits.ts';
import { useLeaveWarning } from '../../../lib/use-leave-warning.ts';
import { Button } from '../../../ui/button.tsx';
import type { ButtonLook } from '../../../ui/button-classes.ts';
import { toast } from '../../../ui/toast.ts';
import { loadRecorder } from './load-recorder.ts';
import { useLeftBehindRefresh } from './queries.ts';
import type { Outcome } from './stage.ts';
import { words } from './words.ts';

const RecorderDialog = lazy(async () => ({ default: (await loadRecorder()).RecorderDialog }));

const icons = { photo: Camera, video: Video, audio: Mic };

interface RecordButtonProps extends ButtonLook, Pick<Outcome, 'onUse'> {
  kind: FileMemoryType;
  ownerId: string;
  isDisabled?: boolean | undefined;
}

/** The way to camera and microphone, beside choosing a file. */
export function RecordButton({ kind, ownerId, onUse, ...look }: RecordButtonProps) {
  const { isOpen, isLoading, open, close } = useOpening();
  const [isRunning, setRunning] = useState(false);
  useLeaveWarning(isRunning);
  const Icon = icons[kind];
  return (
    <>
      <Button
        {...look}
        isPending={isLoading}
        icon={<Icon aria-hidden="true" className="size-5.5" strokeWidth={1.5} />}
        onPress={() => void open()}
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
            onRunning={setRunning}
          />
        )}
      </Suspense>
    </>
  );
}

/** Opens once the recorder is there; where it cannot be fetched the page stays as it is. */
function useOpening() {
  const [state, setState] = useState<'closed' | 'loading' | 'open'>('closed');
  const lookAgain = useLeftBehindRefresh();

  async function open(): Promise<void> {
    setState('loading');
    try {
      await loadRecorder();
      setState('open');
    } catch {
      setState('closed');
      toast({
        variant: 'destructive',
        title: 'The recorder could not be loaded',
        description: 'Please check your connection and try again.',
      });
    }
  }

  function close(): void {
    setState('closed');
    void lookAgain();
  }

  return { isOpen: state === 'open', isLoading: state === 'loading', open, close };
}
