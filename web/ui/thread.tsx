import type { ReactNode } from 'react';
import { joinClasses } from './join-classes.ts';

export interface ThreadProps {
  /** An SVG path in viewBox units. */
  path: string;
  viewBox: string;
  className?: string | undefined;
  /** Stretches the line to the size set by its class; its width stays 1.5 px. */
  isStretched?: boolean | undefined;
  /** Direction of the drawing animation; 'none' for no animation. */
  drawn?: 'across' | 'down' | 'none' | undefined;
  isFaint?: boolean | undefined;
}

/** The golden thread connects things that belong together. Never used as mere decoration. */
export function Thread({ path, viewBox, className, isStretched, drawn = 'across', isFaint }: ThreadProps) {
  return (
    <svg
      aria-hidden="true"
      viewBox={viewBox}
      preserveAspectRatio={isStretched ? 'none' : undefined}
      data-direction={drawn}
      className={joinClasses(
        'overflow-visible',
        drawn !== 'none' && 'thread-drawn',
        isFaint && 'opacity-45',
        className,
      )}
    >
      <path className="thread" d={path} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

export interface Point {
  x: number;
  y: number;
}

/**
 * A smooth curve through points, as an SVG path. Control points lie parallel to the line between a point's
 * neighbours, so that the curve has no corners.
 */
export function threadPath(points: readonly Point[], slack = 0.35): string {
  const [start] = points;
  if (!start) return '';
  const curves = points.slice(1).map((end, index) => {
    const from = points[index] ?? start;
    const before = points[index - 1] ?? from;
    const after = points[index + 2] ?? end;
    const first = {
      x: from.x + ((end.x - before.x) / 2) * slack,
      y: from.y + ((end.y - before.y) / 2) * slack,
    };
    const second = {
      x: end.x - ((after.x - from.x) / 2) * slack,
      y: end.y - ((after.y - from.y) / 2) * slack,
    };
    return `C ${first.x} ${first.y}, ${second.x} ${second.y}, ${end.x} ${end.y}`;
  });
  return [`M ${start.x} ${start.y}`, ...curves].join(' ');
}

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
