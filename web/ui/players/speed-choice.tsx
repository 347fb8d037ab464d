import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import type { Playback } from './playback.ts';

const speeds = [
  { speed: 0.75, name: 'Slower' },
  { speed: 1, name: 'Normal' },
  { speed: 1.25, name: 'Faster' },
] as const;

/** For those who hear badly: a voice keeps its pitch when it is slower. */
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
