import {
  type ChangeEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useRef,
  useState,
} from 'react';
import type { Playback } from './playback.ts';

const pageSeconds = 10;

/** The position that a key moves to; undefined for other keys. */
const steps: Readonly<Record<string, (place: number, length: number) => number>> = {
  ArrowRight: (place) => place + 1,
  ArrowUp: (place) => place + 1,
  ArrowLeft: (place) => place - 1,
  ArrowDown: (place) => place - 1,
  PageUp: (place) => place + pageSeconds,
  PageDown: (place) => place - pageSeconds,
  Home: () => 0,
  End: (_place, length) => length,
};

/** Handlers for a line that can be pressed or dragged anywhere, and for the slider beneath it. */
export function useScrubbing(playback: Playback, lengthSeconds: number) {
  const slider = useRef<HTMLInputElement>(null);
  const [isHeld, setHeld] = useState(false);

  const secondsAt = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return ((event.clientX - left) / width) * lengthSeconds;
  };

  const letGo = () => {
    setHeld(false);
    playback.hold(null);
  };

  const line = {
    // Otherwise the press would take the focus from the slider.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || lengthSeconds === 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      slider.current?.focus({ preventScroll: true });
      setHeld(true);
      playback.hold(secondsAt(event));
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (isHeld) playback.hold(secondsAt(event));
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      if (!isHeld) return;
      playback.seek(secondsAt(event));
      letGo();
    },
    // The finger scrolls the page instead.
    onPointerCancel: letGo,
  };

  const keys = {
    onKeyDown: (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const step = steps[event.key];
      if (step) playback.seek(step(playback.place(), lengthSeconds));
      else if (event.key === ' ') playback.toggle();
      else return;
      event.preventDefault();
    },
    // Screen readers move a slider directly.
    onChange: (event: ChangeEvent<HTMLInputElement>) => playback.seek(event.currentTarget.valueAsNumber),
  };

  return { slider, isHeld, line, keys };
}
