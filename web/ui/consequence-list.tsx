import type { ReactNode } from 'react';
import { makeReachable } from './dialog.tsx';

/** What will be lost, one `li` each. It comes first in a question about something that cannot be undone. */
export function ConsequenceList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid gap-2">
      <p className="font-semibold">{title}</p>
      <ul
        ref={makeReachable}
        className="grid scroll-fade max-h-60 list-disc gap-1.5 overflow-y-auto notice bg-rose-wash py-3 pr-4 pl-9 break-words"
      >
        {children}
      </ul>
    </div>
  );
}
