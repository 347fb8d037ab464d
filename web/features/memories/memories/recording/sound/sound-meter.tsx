import { useRef, useState } from 'react';
import { loudness, soundLine } from './loudness.ts';
import { useSound } from './use-sound.ts';

const heardFrom = 0.3;
/** Per animation frame. */
const decay = 0.96;
const silenceMilliseconds = 4000;
const line = { width: 640, height: 120 };

interface SoundMeterProps {
  stream: MediaStream | null;
  /** The thread swings with the voice, for recordings without a picture. */
  look: 'bar' | 'thread';
}

/** Shows that the microphone picks up sound, also as text. */
export function SoundMeter({ stream, look }: SoundMeterProps) {
  const bar = useRef<HTMLDivElement>(null);
  const thread = useRef<SVGPathElement>(null);
  const shown = useRef(0);
  const heardAtMs = useRef(Number.NEGATIVE_INFINITY);
  const [isHeard, setHeard] = useState(false);

  useSound(stream, (samples) => {
    const loud = loudness(samples);
    // A meter that falls as fast as speech does could not be read.
    shown.current = Math.max(loud, shown.current * decay);
    const nowMs = performance.now();
    if (loud > heardFrom) heardAtMs.current = nowMs;
    setHeard(nowMs - heardAtMs.current < silenceMilliseconds);
    if (bar.current) bar.current.style.scale = `${shown.current.toFixed(3)} 1`;
    thread.current?.setAttribute('d', soundLine(samples, line.width, line.height));
  });

  return (
    <div className="grid gap-2">
      {look === 'thread' && (
        <svg
          viewBox={`0 0 ${line.width} ${line.height}`}
          className="h-30 w-full motion-reduce:hidden"
          aria-hidden="true"
        >
          <path ref={thread} className="thread transition-none" d={`M0 ${line.height / 2} H${line.width}`} />
        </svg>
      )}
      <div aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-line forced-colors:border">
        <div
          ref={bar}
          className="size-full origin-left scale-x-0 transition-none rounded-full bg-pine forced-colors:bg-[Highlight]"
        />
      </div>
      <p role="status" className="text-small text-ink-soft">
        {isHeard ? 'The microphone hears you.' : 'The microphone hears nothing yet. Say a few words.'}
      </p>
    </div>
  );
}
