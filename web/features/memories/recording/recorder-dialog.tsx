import type { KeyboardEvent, MouseEvent } from 'react';
import { useEffect, useEffectEvent } from 'react';
import type { FileMemoryType } from '../../../../shared/memories/memory-limits.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useConfirm } from '../../../ui/question-provider.tsx';
import { RecorderActions } from './recorder-actions.tsx';
import { RecorderStage } from './recorder-stage.tsx';
import type { Outcome } from './stage.ts';
import { useRecorder } from './use-recorder.ts';
import { useWakeLock } from './use-wake-lock.ts';
import { announce, words } from './words.ts';

interface RecorderDialogProps extends Outcome {
  kind: FileMemoryType;
  ownerId: string;
  /** Hears whether leaving the page would cut a recording off. */
  onRunning: (isRunning: boolean) => void;
}

export { makeFile } from './make-file.ts';

/** Recording with camera and microphone, one step at a time. Loaded when it is opened. */
export function RecorderDialog({ kind, ownerId, onUse, onClose, onRunning }: RecorderDialogProps) {
  const recorder = useRecorder({ kind, ownerId });
  const { stage } = recorder;
  const isRunning = stage.at === 'recording' || stage.at === 'paused';
  const askToStop = useStopQuestion(recorder.stop);
  useEffect(() => {
    onRunning(isRunning);
    return () => onRunning(false);
  }, [isRunning, onRunning]);
  useWayOutQuestion(isRunning, askToStop);
  useWakeLock(stage.at === 'recording');

  function leave(): void {
    if (isRunning) askToStop();
    else if (stage.at === 'countdown') recorder.beReady();
    else onClose();
  }

  return (
    <Dialog
      isOpen
      size="large"
      isDismissable={false}
      title={words[kind].record}
      onOpenChange={leave}
      footer={
        <div className="contents" onClickCapture={holdSecondClick} onKeyDownCapture={holdRepeatedKey}>
          <RecorderActions recorder={recorder} onUse={onUse} onClose={onClose} />
        </div>
      }
    >
      <RecorderStage recorder={recorder} />
      <p role="status" className="sr-only">
        {announce(stage, kind)}
      </p>
    </Dialog>
  );
}

/** The second half of a double click belongs to the button that was there, not to the one that took its place. */
function holdSecondClick(event: MouseEvent): void {
  if (event.detail > 1) event.stopPropagation();
}

/** So does a key that is held down. */
function holdRepeatedKey(event: KeyboardEvent): void {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
}

function useStopQuestion(stop: () => void): () => void {
  const confirm = useConfirm();
  return () => {
    void confirm({
      title: 'Stop recording?',
      message: 'What you have recorded so far is kept, and you can look at it next.',
      confirmLabel: 'Stop',
      cancelLabel: 'Go on recording',
    }).then((isConfirmed) => isConfirmed && stop());
  };
}

/** Going back in the browser asks first where browsers allow that; elsewhere the recording ends and is kept. */
function useWayOutQuestion(isNeeded: boolean, ask: () => void): void {
  const handleAsk = useEffectEvent(ask);
  useEffect(() => {
    if (!isNeeded || !('navigation' in window)) return;
    const { navigation } = window;
    const hold = (event: NavigateEvent) => {
      // The browser asks by itself where the whole page goes.
      if (!event.cancelable || !event.destination.sameDocument) return;
      event.preventDefault();
      handleAsk();
    };
    navigation.addEventListener('navigate', hold);
    return () => navigation.removeEventListener('navigate', hold);
  }, [isNeeded]);
}
