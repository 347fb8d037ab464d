import { type RefObject, useEffect, useRef } from 'react';
import { clockFace } from '../../../shared/lengths.ts';
import { placeText } from './play-labels.ts';
import type { Playback } from './playback.ts';
import { soundWidth } from './sound-path.ts';

const steps = 500;
/** Draws the position without rendering, in each frame while it plays. */
export function usePlace(playback: Playback, length: number, slider: RefObject<HTMLInputElement | null>) {
  const heard = useRef<SVGRectElement>(null);
  const bead = useRef<SVGSVGElement>(null);
  const tip = useRef<SVGTextElement>(null);
  useEffect(
    () =>
      playback.follow((place, isByItself) => {
        // Drawing every frame would be expensive, and a step of the bead is hardly more than a pixel.
        const share = length > 0 ? Math.round(Math.min(1, place / length) * steps) / steps : 0;
        const x = `${(share * 100).toFixed(2)}%`;
        if (bead.current?.getAttribute('x') !== x) {
          bead.current?.setAttribute('x', x);
          heard.current?.setAttribute('width', String(share === 0 ? 0 : soundWidth * share + 4));
        }
        if (tip.current) tip.current.textContent = clockFace(place);
        // A screen reader speaks whenever the focused slider moves, and would never stop.
        const isSpoken = isByItself && document.activeElement === slider.current;
        if (slider.current && !isSpoken) tellPlace(slider.current, place, length);
      }),
    [playback, length, slider],
  );
  return { heard, bead, tip };
}

function tellPlace(slider: HTMLInputElement, place: number, length: number): void {
  const text = placeText(place, length);
  if (slider.getAttribute('aria-valuetext') === text) return;
  slider.value = String(place);
  slider.setAttribute('aria-valuetext', text);
}
