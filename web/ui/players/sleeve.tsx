import type { ReactNode } from 'react';
import { joinClasses } from '../join-classes.ts';

interface SleeveProps {
  /** The name written on it. */
  name?: string | undefined;
  isAcross?: boolean | undefined;
  /** The button that takes it off. */
  children: ReactNode;
}

/** A video stays in its sleeve, tied with the thread, until somebody asks to see it. */
export function Sleeve({ name, isAcross, children }: SleeveProps) {
  return (
    <div
      className={joinClasses(
        'relative grid aspect-video place-items-center overflow-hidden rounded-choice border border-sleeve-edge bg-sleeve shadow-card',
        isAcross && 'max-md:-mx-5 max-md:rounded-none max-md:border-x-0',
      )}
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 880 495"
        preserveAspectRatio="none"
        className="absolute inset-0 size-full"
      >
        <path
          className="thread"
          vectorEffect="non-scaling-stroke"
          d="M0 270 C 150 330, 280 190, 440 247 S 720 330, 880 232"
        />
        <path className="thread" vectorEffect="non-scaling-stroke" d="M440 0 C 426 150, 454 330, 440 495" />
      </svg>
      <span
        aria-hidden="true"
        className="absolute top-1/2 -right-7 size-14 -translate-y-1/2 rounded-full border border-sleeve-edge bg-gold-wash md:-right-11 md:size-22"
      />
      {name && (
        <p
          aria-hidden="true"
          className="absolute bottom-[7%] left-[6%] max-w-[80%] truncate font-serif text-[clamp(1.625rem,3.4vw,2.75rem)] leading-tight tracking-[-0.01em] italic"
        >
          {name}
        </p>
      )}
      <div className="relative">{children}</div>
    </div>
  );
}
