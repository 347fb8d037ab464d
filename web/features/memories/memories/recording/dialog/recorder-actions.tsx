import { describeLength } from '../../../../../../shared/lengths.ts';
import { Actions } from '../../../../../ui/actions.tsx';
import { Button, type ButtonProps } from '../../../../../ui/button.tsx';
import { useConfirm } from '../../../../../ui/question-provider.tsx';
import { deleteRecording } from '../store/recording-store.ts';
import { recorderLabels } from './recorder-text.ts';
import { needsConfirmation, type OutcomeHandlers, type Take } from './stage.ts';
import type { Recorder } from './use-recorder.ts';

interface RecorderActionsProps extends OutcomeHandlers {
  recorder: Recorder;
}

/** The primary action comes last, within reach of the thumb, and has the focus. */
export function RecorderActions({ recorder, onUse, onClose }: RecorderActionsProps) {
  const { stage, kind } = recorder;
  const { turnOn, start } = recorderLabels[kind];
  switch (stage.at) {
    case 'intro':
      return (
        <Actions
          cancel={<Secondary label="Cancel" onPress={onClose} />}
          action={<Primary key="turn on" label={turnOn} onPress={() => void recorder.open()} />}
        />
      );
    case 'opening':
      return <Primary key="cancel" variant="quiet" label="Cancel" onPress={onClose} />;
    case 'problem':
      return (
        <Actions
          cancel={<Secondary label="Choose a file instead" onPress={onClose} />}
          action={<Primary key="again" label="Try again" onPress={() => void recorder.open()} />}
        />
      );
    case 'ready':
      return (
        <Actions
          cancel={<Secondary label="Cancel" onPress={onClose} />}
          action={
            <Primary
              key="start"
              label={start}
              isDisabled={recorder.stream === null}
              onPress={recorder.countDown}
            />
          }
        />
      );
    case 'countdown':
      return (
        <Actions
          cancel={<Secondary label="Not yet" onPress={recorder.cancelCountdown} />}
          action={<Primary key="now" label="Start now" onPress={recorder.begin} />}
        />
      );
    case 'recording':
    case 'paused':
      return <RunningActions recorder={recorder} isPaused={stage.at === 'paused'} />;
    case 'finishing':
      return null;
    case 'review':
      return <ReviewActions recorder={recorder} take={stage.take} onUse={onUse} onClose={onClose} />;
  }
}

/** Pause and Continue are the same element, so that it keeps the focus. */
function RunningActions({ recorder, isPaused }: { recorder: Recorder; isPaused: boolean }) {
  return (
    <Actions
      other={
        isPaused ? (
          <Secondary label="Continue" onPress={recorder.resume} />
        ) : (
          <Secondary label="Pause" onPress={recorder.pause} />
        )
      }
      action={<Primary key="stop" label="Stop" onPress={recorder.stop} />}
    />
  );
}

interface ReviewActionsProps extends RecorderActionsProps {
  take: Take;
}

function ReviewActions({ recorder, take, onUse, onClose }: ReviewActionsProps) {
  const { again, use } = recorderLabels[recorder.kind];
  const confirm = useConfirm();

  async function recordAgain(): Promise<void> {
    if (needsConfirmation(take) && !(await confirm(confirmationFor(take)))) return;
    take.release();
    if (take.recordingId !== null) await deleteRecording(take.recordingId).catch(() => undefined);
    await recorder.open();
  }

  return (
    <Actions
      cancel={
        <Button variant="text" size="large" onPress={onClose}>
          {take.recordingId === null ? 'Cancel' : 'Not now'}
        </Button>
      }
      other={<Secondary label={again} onPress={() => void recordAgain()} />}
      action={<Primary key="use" label={use} onPress={() => onUse(take.file, take.recordingId)} />}
    />
  );
}

function confirmationFor({ seconds }: Take) {
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

function Primary({ label, onPress, ...look }: ActionProps & Pick<ButtonProps, 'variant' | 'isDisabled'>) {
  return (
    <Button autoFocus size="large" {...look} onPress={onPress}>
      {label}
    </Button>
  );
}

function Secondary({ label, onPress }: ActionProps) {
  return (
    <Button variant="quiet" size="large" onPress={onPress}>
      {label}
    </Button>
  );
}
