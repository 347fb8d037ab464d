import type { ReactNode } from 'react';
import { joinClasses } from './join-classes.ts';
import { Thread } from './thread.tsx';

export interface ThreadListItem {
  key: string;
  content: ReactNode;
  /** Shown on the other side of the thread, or above the content if there is no room. */
  beside?: ReactNode;
  knot?: keyof typeof knots | undefined;
  /** The thread to the next one is dotted. */
  isLoose?: boolean | undefined;
}

const knots = {
  open: 'top-2 left-0 size-3 bg-paper',
  full: 'top-2 left-0 size-3 bg-thread',
  late: 'top-2 left-0 size-3 border-dashed bg-paper',
  tie: 'top-[0.3125rem] left-[-0.1875rem] size-4.5 bg-gold-wash',
};

/** An ordered list along the golden thread: a timeline. */
export function ThreadList({
  items,
  label,
}: {
  items: readonly ThreadListItem[];
  label?: string | undefined;
}) {
  const hasDays = items.some(({ beside }) => beside !== undefined);
  return (
    <ol aria-label={label} className={joinClasses('grid grid-cols-1', hasDays ? 'gap-11' : 'gap-7')}>
      {items.map(({ key, content, beside, knot = 'open', isLoose }, index) => (
        <li
          key={key}
          className={joinClasses(
            'relative pl-8.5',
            hasDays && 'md:grid md:grid-cols-[11.5rem_1rem_minmax(0,1fr)] md:gap-x-7.5 md:pl-0',
          )}
        >
          {hasDays && <div className="max-md:mb-2 md:text-right">{beside}</div>}
          <div
            aria-hidden="true"
            className={joinClasses('absolute inset-y-0 left-0', hasDays && 'md:relative md:left-0.5')}
          >
            {index < items.length - 1 && (
              <Thread
                path="M4 0 C 9 30, -1 70, 4 100"
                viewBox="0 0 8 100"
                drawn="down"
                isStretched
                isDotted={isLoose}
                className={joinClasses(
                  'absolute top-3.5 left-0.5 w-2',
                  hasDays ? 'h-[calc(100%+2.75rem)]' : 'h-[calc(100%+1.75rem)]',
                )}
              />
            )}
            <span className={`absolute rounded-full border-[1.5px] border-thread ${knots[knot]}`} />
          </div>
          {hasDays ? <div className="min-w-0">{content}</div> : content}
        </li>
      ))}
    </ol>
  );
}
