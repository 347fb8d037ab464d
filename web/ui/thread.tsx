import { joinClasses } from './join-classes.ts';

export interface ThreadProps {
  /** An SVG path in the units of the viewBox. */
  path: string;
  viewBox: string;
  className?: string | undefined;
  /** The line is stretched to the box its class gives it; its width stays 1.5 px. */
  isStretched?: boolean | undefined;
  /** The end from which it is drawn, once; 'none' where it simply stands. */
  drawn?: 'across' | 'down' | 'none' | undefined;
  isFaint?: boolean | undefined;
}

/** The golden thread: it ties together what belongs together. Never used where nothing is tied. */
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
