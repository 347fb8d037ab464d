import { Circle, Pause } from 'lucide-react';
import { useEffect, useState } from 'react';
import { clockFace } from '../../../lib/lengths.ts';
import type { Progress } from './remaining.ts';
import { describeRemaining, remainingSeconds } from './remaining.ts';
import type { Recorder } from './use-recorder.ts';

const lookMilliseconds = 250;
const nothingYet: Progress = { seconds: 0, sizeBytes: 0 };

/** How long it is by now, and how much there is room for. */
export function RecordingLine({ recorder }: { recorder: Recorder }) {
  const { kind, stage } = recorder;
  const now = useProgress(recorder.progress, stage.at === 'recording');
  // Of a recording that was recorded over nothing counts.
  const progress = stage.at === 'ready' || stage.at === 'countdown' ? nothingYet : now;
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
  const [, look] = useState(0);
  useEffect(() => {
    if (!isRunning) return;
    const timer = window.setInterval(() => look((times) => times + 1), lookMilliseconds);
    return () => window.clearInterval(timer);
  }, [isRunning]);
  return read();
}
