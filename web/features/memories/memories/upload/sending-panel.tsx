import { formatSize } from '../../../../lib/format-size.ts';
import { Button } from '../../../../ui/button.tsx';
import { ProgressBar } from '../../../../ui/progress-bar.tsx';
import { SideBySide } from '../../../../ui/side-by-side.tsx';
import type { Composer } from './composer.ts';
import { StandingUpload } from './in-pieces/standing-upload.tsx';
import { describeTimeLeft } from './sending.ts';

/** The progress of the upload, or the offer to retry after the connection was lost. */
export function SendingPanel({ composer }: { composer: Composer }) {
  const { state, cancel, pause, retry, giveUp } = composer.sending;
  if (state.step === 'idle') return null;
  if (state.step === 'waiting' || state.step === 'paused') {
    return (
      <StandingUpload
        name={composer.values.title}
        state={state}
        onGoOn={state.step === 'paused' ? retry : undefined}
        onCancel={cancel}
      />
    );
  }
  if (state.step === 'lost') {
    return (
      <div role="alert" className="grid gap-3 rounded-choice border border-rose bg-rose-wash p-4">
        <p className="font-semibold text-rose">The connection was lost at {Math.round(state.percent)}%</p>
        <p>
          Nothing you chose or wrote is lost{composer.file && ', and the file is still chosen'}. When you are
          online again, send it once more.
        </p>
        <div className="flex flex-wrap gap-4">
          <Button size="small" variant="text" onPress={giveUp}>
            Not now
          </Button>
          <Button size="small" onPress={retry}>
            Try again
          </Button>
        </div>
      </div>
    );
  }
  const isInPieces = composer.file !== null && composer.existing === null;
  const isSent = state.percent >= 100;
  const left = isSent || state.secondsLeft === null ? '' : describeTimeLeft(state.secondsLeft);
  return (
    <ProgressBar
      label={isSent ? 'Uploaded, being stored' : 'Uploading'}
      percent={state.percent}
      note={
        <SideBySide>
          {composer.file && `${composer.file.name}, ${formatSize(composer.file.size, 1024)}`}
          {left || null}
        </SideBySide>
      }
      cancel={
        <>
          {isInPieces && !isSent && (
            <Button variant="text" size="small" onPress={pause}>
              Pause
            </Button>
          )}
          <Button variant="text" size="small" onPress={cancel}>
            Cancel
          </Button>
        </>
      }
    />
  );
}
