import { Camera, Mic, Video } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { FileMemoryType } from '../../../../../../shared/memories/memory-limits.ts';
import { lazyComponent } from '../../../../../lib/lazy.ts';
import { useLeaveWarning } from '../../../../../lib/unsaved-changes.ts';
import { Button } from '../../../../../ui/button.tsx';
import type { ButtonLook } from '../../../../../ui/button-classes.ts';
import { toast } from '../../../../../ui/toast.ts';
import { useRefreshUnsentRecordings } from '../queries.ts';
import { recorderLabels } from './recorder-text.ts';
import type { OutcomeHandlers } from './stage.ts';

/**
 * Loads the code for recording. This is its only dynamic import: with two, the bundler would split the chunk that every
 * page shares.
 */
export const loadRecorder = () => import('./recorder-dialog.tsx');

const RecorderDialog = lazyComponent(async () => (await loadRecorder()).RecorderDialog);

const icons = { photo: Camera, video: Video, audio: Mic };

interface RecordButtonProps extends ButtonLook, Pick<OutcomeHandlers, 'onUse'> {
  kind: FileMemoryType;
  ownerId: string;
  isDisabled?: boolean | undefined;
}

/** Opens the recorder. */
export function RecordButton({ kind, ownerId, onUse, ...look }: RecordButtonProps) {
  const { isOpen, isLoading, open, close } = useDialog();
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
        {recorderLabels[kind].record}
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

/** Opens the dialog once its code is loaded; after a failure the page stays as it is. */
function useDialog() {
  const [state, setState] = useState<'closed' | 'loading' | 'open'>('closed');
  const refresh = useRefreshUnsentRecordings();

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
    void refresh();
  }

  return { isOpen: state === 'open', isLoading: state === 'loading', open, close };
}
