import { useId } from 'react';
import type { WaitingCause } from './send-in-pieces.ts';

interface WaitingProgressProps {
  arrivedBytes: number;
  sizeBytes: number;
  /** Null if it is paused. */
  cause: WaitingCause | null;
}

/** How much has arrived while nothing moves: in gold, since nothing has gone wrong. */
export function WaitingProgress({ arrivedBytes, sizeBytes, cause }: WaitingProgressProps) {
  const labelId = useId();
  const percent = Math.floor((arrivedBytes / sizeBytes) * 100);
  return (
    <div className="grid gap-2">
      <p id={labelId} role="status" className="text-pretty text-ink-soft lining-nums">
        {describeArrived(arrivedBytes, sizeBytes)}
        {cause && `; ${promise(cause, arrivedBytes, sizeBytes)}`}
      </p>
      <div className="flex items-center gap-3.5">
        <div
          role="progressbar"
          aria-labelledby={labelId}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
          className="h-2 flex-1 overflow-hidden rounded-full bg-line forced-colors:border"
        >
          <div
            className="h-full rounded-full bg-thread forced-colors:bg-[Highlight]"
            style={{ width: `${percent}%` }}
          />
        </div>
        <span className="text-small text-ink-soft lining-nums tabular-nums">{percent}%</span>
      </div>
    </div>
  );
}

/** 'the rest goes on when you are back online' */
function promise(cause: WaitingCause, arrivedBytes: number, sizeBytes: number): string {
  if (cause === 'busy') return 'we cannot take more for a moment; it goes on by itself';
  if (arrivedBytes >= sizeBytes) return 'it is kept when you are back online';
  return `${arrivedBytes > 0 ? 'the rest goes on' : 'it begins'} when you are back online`;
}

const megabyte = 1024 * 1024;

/** '12 of 48 MB are here', 'Nothing of it is here yet'. The part is rounded down, since it is stated as a fact. */
export function describeArrived(arrivedBytes: number, sizeBytes: number): string {
  if (arrivedBytes <= 0) return 'Nothing of it is here yet';
  if (arrivedBytes >= sizeBytes) return 'All of it is here';
  const isSmall = sizeBytes < 10 * megabyte;
  const digits = isSmall ? 1 : 0;
  const scale = 10 ** digits;
  const arrived = Math.floor((arrivedBytes / megabyte) * scale) / scale;
  const size = Math.ceil((sizeBytes / megabyte) * scale) / scale;
  return `${arrived.toFixed(digits)} of ${size.toFixed(digits)} MB are here`;
}
