import { type KeyboardEvent, type MouseEvent, useEffect, useEffectEvent } from 'react';
import type { FileMemoryType } from '../../../../../../shared/memories/memory-limits.ts';
import { Dialog } from '../../../../../ui/dialog.tsx';
import { useConfirm } from '../../../../../ui/question-provider.tsx';
import { RecorderActions } from './recorder-actions.tsx';
import { RecorderStage } from './recorder-stage.tsx';
import { announce, recorderLabels } from './recorder-text.ts';
import type { OutcomeHandlers } from './stage.ts';
import { useRecorder } from './use-recorder.ts';

interface RecorderDialogProps extends OutcomeHandlers {
  kind: FileMemoryType;
  ownerId: string;
  /** Called with whether leaving the page would cut off a recording. */
  onRunning: (isRunning: boolean) => void;
}

export { makeFile } from '../capture/make-file.ts';

/** Records with camera and microphone, one step at a time. */
export function RecorderDialog({ kind, ownerId, onUse, onClose, onRunning }: RecorderDialogProps) {
  const recorder = useRecorder({ kind, ownerId });
  const { stage } = recorder;
  const isRunning = stage.at === 'recording' || stage.at === 'paused';
  const askToStop = useStopConfirmation(recorder.stop);
  useEffect(() => {
    onRunning(isRunning);
    return () => onRunning(false);
  }, [isRunning, onRunning]);
  useConfirmationOnBack(isRunning, askToStop);
  useWakeLock(stage.at === 'recording');

  function leave(): void {
    if (isRunning) askToStop();
    else if (stage.at === 'countdown') recorder.cancelCountdown();
    else onClose();
  }

  return (
    <Dialog
      isOpen
      size="large"
      isDismissable={false}
      title={recorderLabels[kind].record}
      onOpenChange={leave}
      actions={{
        action: (
          <div className="contents" onClickCapture={ignoreSecondClick} onKeyDownCapture={ignoreKeyRepeat}>
            <RecorderActions recorder={recorder} onUse={onUse} onClose={onClose} />
          </div>
        ),
      }}
    >
      <RecorderStage recorder={recorder} />
      <p role="status" className="sr-only">
        {announce(stage, kind)}
      </p>
    </Dialog>
  );
}

/** The second click of a double click was meant for the previous button in this place. */
function ignoreSecondClick(event: MouseEvent): void {
  if (event.detail > 1) event.stopPropagation();
}

/** Ignores the repeats of a key that is held down, for the same reason. */
function ignoreKeyRepeat(event: KeyboardEvent): void {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
}

function useStopConfirmation(stop: () => void): () => void {
  const confirm = useConfirm();
  return () => {
    void confirm({
      title: 'Stop recording?',
      message: 'What you have recorded so far is kept, and you can play it back.',
      confirmLabel: 'Stop',
      cancelLabel: 'Go on recording',
    }).then((isConfirmed) => isConfirmed && stop());
  };
}

/** Asks before the Back button ends a recording, if the browser allows that; otherwise the recording ends and is stored. */
function useConfirmationOnBack(isNeeded: boolean, ask: () => void): void {
  const handleAsk = useEffectEvent(ask);
  useEffect(() => {
    if (!isNeeded || !('navigation' in window)) return;
    const { navigation } = window;
    const hold = (event: NavigateEvent) => {
      // If the whole page is left, the browser itself asks.
      if (!event.cancelable || !event.destination.sameDocument) return;
      event.preventDefault();
      handleAsk();
    };
    navigation.addEventListener('navigate', hold);
    return () => navigation.removeEventListener('navigate', hold);
  }, [isNeeded]);
}

/** Keeps the screen on while needed: phones stop the camera when it turns off. */
function useWakeLock(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded || !('wakeLock' in navigator)) return;
    // Refused if the battery is low; recording then continues without it.
    const request = () => navigator.wakeLock.request('screen').catch(() => null);
    let lock = request();
    // The browser releases it when the page is hidden.
    const requestAgain = () => {
      if (document.visibilityState === 'visible') lock = request();
    };
    document.addEventListener('visibilitychange', requestAgain);
    return () => {
      document.removeEventListener('visibilitychange', requestAgain);
      void lock.then((held) => held?.release());
    };
  }, [isNeeded]);
}
