import type { ReactNode } from 'react';
import { joinClasses } from '../../../../ui/join-classes.ts';
import { Thread } from '../../../../ui/thread.tsx';
import type { ThreadEnd } from './cover-labels.ts';

const viewBox = '0 0 460 290';

/** Three layers: the inside with its lining, the sheet, and the front with the flap. */
export function Envelope({ name, sheet }: { name: string; sheet?: ReactNode }) {
  return (
    <div className="envelope">
      <svg aria-hidden="true" viewBox={viewBox}>
        <rect className="envelope-inside" x="1.5" y="1.5" width="457" height="287" rx="8.5" />
        <path
          className="envelope-lining"
          d="M1.5 8 Q2 1.5 9 1.5 H451 Q458 1.5 458.5 8 L252 156 Q230 172 208 156Z"
        />
      </svg>
      <div className="envelope-sheet">{sheet}</div>
      <svg aria-hidden="true" viewBox={viewBox}>
        <path
          className="envelope-side"
          d="M1.5 8 L208 156 Q230 172 252 156 L458.5 8 V280 Q458.5 288.5 450 288.5 H10 Q1.5 288.5 1.5 280Z"
        />
        <path
          className="envelope-front"
          d="M5 287 L206 152 Q230 137 254 152 L455 287 Q453 288.5 450 288.5 H10 Q7 288.5 5 287Z"
        />
        <path
          className="envelope-flap"
          d="M1.5 9 Q2 1.5 9 1.5 H451 Q458 1.5 458.5 9 L252 157 Q230 173 208 157Z"
        />
      </svg>
      <span className="hand hand-centred">{name}</span>
    </div>
  );
}

interface BoundProps {
  children: ReactNode;
  /** The initial of the person who left it. */
  seal: string;
  /** What is at the two ends of the thread; without it, the ends have no labels. */
  ends?: readonly [ThreadEnd, ThreadEnd] | undefined;
}

const thread = {
  path: 'M-10 205 C 250 260, 480 120, 720 165 S 1180 250, 1450 146',
  viewBox: '0 0 1440 290',
  isStretched: true,
} as const;

/**
 * What waits, with the thread that runs from the day it was made to today, and the seal that joins the two.
 * The thread is drawn twice: behind, and in front until the seal opens.
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
