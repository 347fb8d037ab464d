import type { ReactNode } from 'react';
import { Thread } from '../../../../ui/thread.tsx';
import type { ThreadDay } from './page-labels.ts';

interface StopProps {
  day: ThreadDay;
  /** 'open' for a day on which nothing was given. */
  knot?: 'full' | 'open';
  children: ReactNode;
}

/** One day on the thread. */
export function Stop({ day, knot = 'full', children }: StopProps) {
  return (
    <li>
      <p className="given-day">
        {day.day} <small>{day.year}</small>
      </p>
      <div className="given-knot" data-knot={knot}>
        <Segment />
      </div>
      <div className="given-body">{children}</div>
    </li>
  );
}

/** What is to come, as far as its owner wants it known: without a day, and with a dotted thread. */
export function StopToCome({ children }: { children: ReactNode }) {
  return (
    <li>
      <div className="given-knot" data-knot="none">
        <svg aria-hidden="true" viewBox="0 0 16 100" preserveAspectRatio="none">
          <path className="thread thread-to-come" vectorEffect="non-scaling-stroke" d="M8 0V100" />
        </svg>
      </div>
      <div className="given-body font-serif text-title text-ink-soft italic">{children}</div>
    </li>
  );
}

function Segment() {
  return <Thread path="M8 0C11 30 5 66 8 100" viewBox="0 0 16 100" drawn="none" isStretched />;
}

/** The thread ends in a knot: nothing more follows, and its owner wanted that to be known. */
export function EndOfThread({ ownerFirstName }: { ownerFirstName: string }) {
  return (
    <li>
      <div className="given-knot" data-knot="full">
        <Segment />
      </div>
      <div className="given-body">
        <p className="font-serif text-title">This is the last.</p>
        <p className="mt-1 max-w-measure text-ink-soft">
          {ownerFirstName} left nothing after this. The page stays, with all of it, for as long as you want
          it.
        </p>
      </div>
    </li>
  );
}
