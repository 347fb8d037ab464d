import { useId, useState } from 'react';
import { clockFace } from '../../../shared/lengths.ts';
import { joinClasses } from '../join-classes.ts';
import type { Playback, PlaybackState } from './playback.ts';
import { soundHeight, soundPath, soundWidth } from './sound-path.ts';
import { usePlace } from './use-place.ts';
import { useScrubbing } from './use-scrubbing.ts';

interface TimelineProps {
  playback: Playback;
  state: PlaybackState;
  peaks: readonly number[] | null;
  /** The name of the slider. */
  label: string;
  isNarrow?: boolean | undefined;
  /** Shows the time above the bead while it is dragged. */
  hasTip?: boolean | undefined;
  className?: string | undefined;
}

/**
 * The sound drawn as a thread: the stronger part has been heard, and a bead marks the position. It can be
 * pressed and dragged anywhere; an invisible slider is there for the keyboard and for screen readers.
 */
export function Timeline({ playback, state, peaks, label, isNarrow, hasTip, className }: TimelineProps) {
  const length = state.lengthSeconds ?? 0;
  const { slider, isHeld, line, keys } = useScrubbing(playback, length);
  const { heard, bead, tip } = usePlace(playback, length, slider);
  const clip = useId();
  // A narrow screen does not have room for all swings of the thread.
  const [isPhone] = useState(() => globalThis.innerWidth < 768);
  const path = { d: soundPath(peaks, isNarrow || isPhone), vectorEffect: 'non-scaling-stroke' };
  const isUnderWay = state.phase !== 'ended' && (state.phase !== 'new' || playback.place() > 0);
  return (
    <div
      {...line}
      data-held={isHeld || undefined}
      className={joinClasses('group/line relative z-1 cursor-pointer touch-pan-y select-none', className)}
    >
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${soundWidth} ${soundHeight}`}
        preserveAspectRatio="none"
        className="absolute inset-0 size-full overflow-visible"
      >
        <clipPath id={clip}>
          <rect ref={heard} x="-4" y="-40" width="0" height={soundHeight + 80} />
        </clipPath>
        <path {...path} className={joinClasses('thread', isUnderWay && 'opacity-60')} />
        <path {...path} clipPath={`url(#${clip})`} className="thread stroke-gold stroke-2" />
      </svg>
      <svg aria-hidden="true" className="absolute inset-0 size-full overflow-visible">
        <svg ref={bead} aria-hidden="true" y="50%" className="overflow-visible">
          <Bead isShown={isUnderWay} />
          {hasTip && isHeld && (
            <g>
              <rect x="-32" y="-90" width="64" height="32" rx="8" className="fill-ink" />
              <text
                ref={tip}
                y="-68"
                textAnchor="middle"
                className="fill-paper text-small lining-nums tabular-nums"
              >
                {clockFace(playback.place())}
              </text>
            </g>
          )}
        </svg>
      </svg>
      <input
        ref={slider}
        {...keys}
        type="range"
        aria-label={label}
        min={0}
        max={length}
        step="any"
        defaultValue={0}
        disabled={length === 0}
        className="pointer-events-none absolute inset-0 m-0 size-full opacity-0"
      />
    </div>
  );
}

function Bead({ isShown }: { isShown: boolean }) {
  return (
    <>
      <circle
        r="8"
        className={joinClasses(
          'fill-gold stroke-paper stroke-2 group-data-held/line:hidden group-has-focus-visible/line:hidden',
          !isShown && 'hidden',
        )}
      />
      <g className="hidden group-data-held/line:block group-has-focus-visible/line:block">
        <circle r="11.5" strokeWidth="9" className="fill-paper stroke-gold" />
        <circle r="20" strokeWidth="2" className="fill-none stroke-pine" />
      </g>
    </>
  );
}
