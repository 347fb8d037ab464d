import { useEffect, useRef } from 'react';
import { clockFace } from '../../../shared/lengths.ts';
import type { Playback } from './playback.ts';

/** '0:05 of 0:12'. Screen readers hear it of the slider. */
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
