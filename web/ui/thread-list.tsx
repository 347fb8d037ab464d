import type { ReactNode } from 'react';
import { Thread } from './thread.tsx';

export interface ThreadListItem {
  key: string;
  content: ReactNode;
}

/** An ordered list along the golden thread: a timeline. */
export function ThreadList({
  items,
  label,
}: {
  items: readonly ThreadListItem[];
  label?: string | undefined;
}) {
  return (
    // The rows are named here, so that the thread can end at the last of them, however tall what stands there is.
    <div
      className="relative grid grid-cols-1 gap-7"
      style={{ gridTemplateRows: `repeat(${items.length}, auto)` }}
    >
      {items.length > 1 && (
        <div className="absolute top-3 -bottom-10 left-0.5 w-2" style={{ gridRow: `1 / ${items.length}` }}>
          <Thread
            path="M4 0 C 13 50, -5 120, 4 200"
            viewBox="0 0 8 200"
            drawn="down"
            isStretched
            className="size-full"
          />
        </div>
      )}
      <ol aria-label={label} className="relative row-[1/-1] grid grid-rows-subgrid">
        {items.map((item) => (
          <li key={item.key} className="relative pl-8.5">
            <span
              aria-hidden="true"
              className="absolute top-2 left-0 size-3 rounded-full border-[1.5px] border-thread bg-paper"
            />
            {item.content}
          </li>
        ))}
      </ol>
    </div>
  );
}
