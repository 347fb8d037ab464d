import { describeLength } from '../../../lib/lengths.ts';
import type { ButtonProps } from '../../../ui/button.tsx';
import { Button } from '../../../ui/button.tsx';
import { useConfirm } from '../../../ui/question-provider.tsx';
import { forgetRecording } from './kept-recordings.ts';
import type { Outcome, Take } from './stage.ts';
import { isWorthAsking } from './stage.ts';
import type { Recorder } from './use-recorder.ts';
import { words } from './words.ts';

interface RecorderActionsProps extends Outcome {
  recorder: Recorder;
}

/** What can be done now: the main thing last, where a thumb is, and with the focus. */
export function RecorderActions({ recorder, onUse, onClose }: RecorderActionsProps) {
  const { stage, kind } = recorder;
  const { turnOn, start } = words[kind];
  switch (stage.at) {
    case 'intro':
      return (
        <>
          <Other label="Cancel" onPress={onClose} />
          <Main key="turn on" label={turnOn} onPress={() => void recorder.open()} />
        </>
      );
    case 'opening':
      return <Main key="cancel" variant="quiet" label="Cancel" onPress={onClose} />;
    case 'problem':
      return (
        <>
          <Other label="Choose a file instead" onPress={onClose} />
          <Main key="again" label="Try again" onPress={() => void recorder.open()} />
        </>
      );
    case 'ready':
      return (
        <>
          <Other label="Cancel" onPress={onClose} />
          <Main key="start" label={start} onPress={recorder.countDown} />
        </>
      );
    case 'countdown':
      return (
        <>
          <Other label="Not yet" onPress={recorder.beReady} />
          <Main key="now" label="Start now" onPress={recorder.begin} />
        </>
      );
    case 'recording':
    case 'paused':
      return <RunningActions recorder={recorder} isPaused={stage.at === 'paused'} />;
    case 'finishing':
      return null;
    case 'review':
      return <TakeActions recorder={recorder} take={stage.take} onUse={onUse} onClose={onClose} />;
  }
}

/** Pause and Continue are one button, which keeps its place and the focus. */
function RunningActions({ recorder, isPaused }: { recorder: Recorder; isPaused: boolean }) {
  return (
    <>
      {isPaused ? (
        <Other label="Continue" onPress={recorder.resume} />
      ) : (
        <Other label="Pause" onPress={recorder.pause} />
      )}
      <Main key="stop" label="Stop" onPress={recorder.stop} />
    </>
  );
}

interface TakeActionsProps extends RecorderActionsProps {
  take: Take;
}

function TakeActions({ recorder, take, onUse, onClose }: TakeActionsProps) {
  const { again, use } = words[recorder.kind];
  const confirm = useConfirm();

  async function recordAgain(): Promise<void> {
    if (isWorthAsking(take) && !(await confirm(questionBefore(take)))) return;
    take.release();
    if (take.recordingId !== null) await forgetRecording(take.recordingId).catch(() => undefined);
    await recorder.open();
  }

  return (
    <>
      <Button variant="text" size="large" onPress={onClose}>
        {take.recordingId === null ? 'Cancel' : 'Not now'}
      </Button>
      <Other label={again} onPress={() => void recordAgain()} />
      <Main key="use" label={use} onPress={() => onUse(take.file, take.recordingId)} />
    </>
  );
}

function questionBefore({ seconds }: Take) {
  return {
    title: 'Record again?',
    message: `The recording that you have now (${describeLength(seconds ?? 0)}) is deleted. This action cannot be undone.`,
    confirmLabel: 'Delete and record again',
    cancelLabel: 'Keep it',
    tone: 'danger',
  } as const;
}

interface ActionProps {
  label: string;
  onPress: () => void;
}

function Main({ label, onPress, variant }: ActionProps & Pick<ButtonProps, 'variant'>) {
  return (
    <Button autoFocus size="large" variant={variant} onPress={onPress}>
      {label}
    </Button>
  );
}

function Other({ label, onPress }: ActionProps) {
  return (
    <Button variant="quiet" size="large" onPress={onPress}>
      {label}
    </Button>
  );
}
