import { ChevronDown, Pause, Play } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { clockFace } from '../../../shared/lengths.ts';
import type { Playback } from './playback.ts';

/** What a press would do. */
export function PlayIcon({ isPlaying }: { isPlaying: boolean }) {
  const Icon = isPlaying ? Pause : Play;
  return <Icon aria-hidden="true" className="size-5.5 flex-none fill-current" strokeWidth={1} />;
}

/** '0:05 of 0:12'. Screen readers get it from the slider. */
export function PlaceTime({ playback, lengthSeconds }: { playback: Playback; lengthSeconds: number | null }) {
  const place = useRef<HTMLElement>(null);
  useEffect(
    () =>
      playback.follow((seconds) => {
        const text = clockFace(seconds);
        if (place.current && place.current.textContent !== text) place.current.textContent = text;
      }),
    [playback],
  );
  return (
    <p aria-hidden="true" className="text-ink-soft lining-nums tabular-nums">
      <b ref={place} className="font-medium text-ink" />
      {lengthSeconds !== null && ` of ${clockFace(lengthSeconds)}`}
    </p>
  );
}

const speeds = [
  { speed: 0.75, name: 'Slower' },
  { speed: 1, name: 'Normal' },
  { speed: 1.25, name: 'Faster' },
] as const;

/** For people who are hard of hearing: slower speech keeps its pitch. */
export function SpeedChoice({ playback, speed }: { playback: Playback; speed: number }) {
  const id = useId();
  return (
    <p className="relative">
      <label htmlFor={id} className="sr-only">
        Speed
      </label>
      <select
        id={id}
        value={speed}
        className="min-h-11 cursor-pointer appearance-none rounded-control border border-transparent bg-transparent py-1 pr-7 pl-2 text-small text-ink-soft transition-colors hover:border-line-strong hover:text-ink"
        onChange={(event) => playback.setSpeed(Number(event.currentTarget.value))}
      >
        {speeds.map((choice) => (
          <option key={choice.speed} value={choice.speed}>
            {choice.name}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        strokeWidth={1.5}
        className="pointer-events-none absolute top-3.5 right-2 size-4 text-ink-soft"
      />
    </p>
  );
}
