import { Children, type ReactNode } from 'react';

/** Its children with a dot between them, and none where a new line begins. The dashboard, which loads no more than it must, writes it out. */
export function SideBySide({ children }: { children: ReactNode }) {
  return (
    <span className="side-by-side">
      {Children.map(Children.toArray(children), (child, place) => (
        <span>
          {place > 0 && <i> · </i>}
          {child}
        </span>
      ))}
    </span>
  );
}
