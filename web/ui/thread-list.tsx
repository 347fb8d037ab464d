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
    <div className="relative">
      {items.length > 1 && (
        <Thread
          path="M4 0 C 13 50, -5 120, 4 200"
          viewBox="0 0 8 200"
          drawn="down"
          isStretched
          className="absolute top-3 left-0.5 h-[calc(100%-2.75rem)] w-2"
        />
      )}
      <ol aria-label={label} className="relative grid gap-7">
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
