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
  isDotted?: boolean | undefined;
}

/** The golden thread connects things that belong together. Never used as mere decoration. */
export function Thread({
  path,
  viewBox,
  className,
  isStretched,
  drawn = 'across',
  isFaint,
  isDotted,
}: ThreadProps) {
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
      <path
        className="thread"
        d={path}
        vectorEffect="non-scaling-stroke"
        strokeDasharray={isDotted ? '2 7' : undefined}
      />
    </svg>
  );
}
