import { Circle, Pause } from 'lucide-react';
import { useEffect, useState } from 'react';
import { clockFace } from '../../../../../../shared/lengths.ts';
import { describeRemaining, type Progress, remainingSeconds } from '../capture/recording-time.ts';
import type { Recorder } from './use-recorder.ts';

const refreshMilliseconds = 250;
const noProgress: Progress = { seconds: 0, sizeBytes: 0 };

/** The elapsed and the remaining time. */
export function RecordingLine({ recorder }: { recorder: Recorder }) {
  const { kind, stage } = recorder;
  const now = useProgress(recorder.progress, stage.at === 'recording');
  // The previous recording does not count.
  const progress = stage.at === 'ready' || stage.at === 'countdown' ? noProgress : now;
  if (kind === 'photo') return null;
  return (
    <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-5 lining-nums tabular-nums">
      <State at={stage.at} seconds={progress.seconds} />
      <span className="text-ink-soft">{describeRemaining(remainingSeconds(kind, progress))}</span>
    </div>
  );
}

function State({ at, seconds }: { at: Recorder['stage']['at']; seconds: number }) {
  if (at === 'recording') {
    return (
      <span className="flex items-center gap-2.5 text-lead font-semibold text-rose">
        <Circle aria-hidden="true" fill="currentColor" className="size-4 animate-breathe" />
        Recording {clockFace(seconds)}
      </span>
    );
  }
  if (at === 'paused') {
    return (
      <span className="flex items-center gap-2.5 text-lead font-semibold">
        <Pause aria-hidden="true" className="size-5" strokeWidth={1.5} />
        Paused at {clockFace(seconds)}
      </span>
    );
  }
  return <span className="text-ink-soft">{at === 'finishing' ? 'One moment' : 'Not recording yet'}</span>;
}

function useProgress(read: () => Progress, isRunning: boolean): Progress {
  const [, refresh] = useState(0);
  useEffect(() => {
    if (!isRunning) return;
    const timer = window.setInterval(() => refresh((count) => count + 1), refreshMilliseconds);
    return () => window.clearInterval(timer);
  }, [isRunning]);
  return read();
}
