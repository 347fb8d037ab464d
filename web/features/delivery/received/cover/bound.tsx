import type { ReactNode } from 'react';
import { joinClasses } from '../../../../ui/join-classes.ts';
import { Thread } from '../../../../ui/thread.tsx';
import type { ThreadEnd } from './cover-words.ts';

interface BoundProps {
  children: ReactNode;
  /** The initial of who left it. */
  seal: string;
  /** Where the thread begins and ends; nothing is said of its ends without them. */
  ends?: readonly [ThreadEnd, ThreadEnd] | undefined;
}

const thread = {
  path: 'M-10 205 C 250 260, 480 120, 720 165 S 1180 250, 1450 146',
  viewBox: '0 0 1440 290',
  isStretched: true,
} as const;

/**
 * What waits, with the thread that runs from the day it was made to today, and the seal that holds the two together. The thread
 * is drawn twice: behind, and in front until the seal opens.
 */
export function Bound({ children, seal, ends }: BoundProps) {
  return (
    <div className="bound">
      <Thread {...thread} drawn="none" className="bound-thread" />
      <div aria-hidden="true">{children}</div>
      <Thread {...thread} className="bound-thread bound-thread-front" />
      {ends?.map(({ label, day }, index) => (
        <p key={label} className={joinClasses('bound-end', index === 1 && 'bound-end-today')}>
          {label} <b>{day}</b>
        </p>
      ))}
      <div aria-hidden="true" className="seal-way">
        <span className="seal">{seal}</span>
      </div>
    </div>
  );
}
