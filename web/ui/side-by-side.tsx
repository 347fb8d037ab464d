import { Children, type ReactNode } from 'react';

/** Puts a dot between its children, but not where a new line begins. The dashboard has its own copy of this, to load as little as possible. */
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
