import { useEffect, useEffectEvent, useRef, useState } from 'react';

const heardFrom = 0.3;
/** Per animation frame. */
const decay = 0.96;
const silenceMilliseconds = 4000;
const line = { width: 640, height: 120 };

interface SoundMeterProps {
  stream: MediaStream | null;
  /** The thread, which swings with the voice, is for recordings without a picture. */
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
    // A meter that falls as fast as speech does would be unreadable.
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

const quietDecibels = -60;

/** The loudness of samples between -1 and 1, on a logarithmic scale from 0 (silence) to 1. */
export function loudness(samples: Float32Array): number {
  if (samples.length === 0) return 0;
  const meanSquare = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  const decibels = 10 * Math.log10(Math.max(meanSquare, Number.MIN_VALUE));
  return Math.min(1, Math.max(0, 1 - decibels / quietDecibels));
}

/** An SVG path through the samples, `width` wide and at most `height` high. */
export function soundLine(samples: Float32Array, width: number, height: number): string {
  const points = 64;
  const step = Math.max(1, Math.floor(samples.length / points));
  const line = Array.from({ length: points }, (_, index) => {
    // Like a string, the line is fixed at both ends.
    const swing = Math.sin((Math.PI * index) / (points - 1));
    const sample = Math.max(-1, Math.min(1, (samples[index * step] ?? 0) * 2.5));
    const x = (width * index) / (points - 1);
    return `${x.toFixed(1)} ${(height / 2 - (sample * swing * height) / 2).toFixed(1)}`;
  });
  return `M${line.join(' L')}`;
}

const sampleCount = 1024;

/** Calls `draw` with the latest samples of the microphone on each animation frame. */
function useSound(stream: MediaStream | null, draw: (samples: Float32Array) => void): void {
  const handleFrame = useEffectEvent(draw);
  useEffect(() => {
    if (!stream || stream.getAudioTracks().length === 0) return;
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    analyser.fftSize = sampleCount;
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(sampleCount);
    let frame = 0;
    const look = () => {
      analyser.getFloatTimeDomainData(samples);
      handleFrame(samples);
      frame = requestAnimationFrame(look);
    };
    look();
    void context.resume();
    return () => {
      cancelAnimationFrame(frame);
      void context.close();
    };
  }, [stream]);
}
