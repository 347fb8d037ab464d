import type { ReactNode } from 'react';
import { joinClasses } from '../../../../ui/join-classes.ts';
import { Thread } from '../../../../ui/thread.tsx';

export type Screen = 'phone' | 'computer';

/** The three moments, one after the other on the thread, or side by side if there is room for three phones. */
export function Moments({ screen, children }: { screen: Screen; children: ReactNode }) {
  return (
    <ol className="moments" data-screen={screen}>
      <Thread
        path="M-10 28 C 90 36, 230 8, 332 20 S 590 34, 720 20 S 990 6, 1108 20 S 1340 36, 1450 14"
        viewBox="0 0 1440 40"
        isStretched
        drawn="none"
        className="moments-thread"
      />
      {children}
    </ol>
  );
}

interface MomentProps {
  /** When it is. */
  title: string;
  /** What happens. */
  text: string;
  isFirst?: boolean;
  frameId?: string;
  children: ReactNode;
}

export function Moment({ title, text, isFirst, frameId, children }: MomentProps) {
  return (
    <li className="moment">
      <div className="moment-label">
        <h2 className="text-[1.3125rem] leading-tight text-ink">{title}</h2>
        <p>{text}</p>
        <span aria-hidden="true" className={joinClasses('moment-knot', isFirst && 'bg-thread')} />
      </div>
      <section id={frameId} className="moment-frame" aria-label={`${title}: ${text}`} tabIndex={-1}>
        {children}
      </section>
    </li>
  );
}
