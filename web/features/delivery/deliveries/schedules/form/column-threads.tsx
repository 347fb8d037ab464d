import { Thread } from '../../../../../ui/thread.tsx';

interface ColumnThreadsProps {
  /** Whether both "what" and "when" are chosen; `isSecondTied`: both "when" and "for whom". */
  isFirstTied: boolean;
  isSecondTied: boolean;
}

const place = 'absolute inset-0 h-full w-full';

/** Threads below the three columns. Each is faint until both columns that it joins are answered. */
export function ColumnThreads({ isFirstTied, isSecondTied }: ColumnThreadsProps) {
  return (
    <div className="relative -mt-px hidden h-8.5 lg:block">
      <ColumnThread path="M178 0 C 178 40, 560 -14, 560 14" isTied={isFirstTied} />
      <ColumnThread path="M560 14 S 942 40, 942 0" isTied={isSecondTied} />
    </div>
  );
}

function ColumnThread({ path, isTied }: { path: string; isTied: boolean }) {
  return (
    <Thread
      key={String(isTied)}
      path={path}
      viewBox="0 0 1120 34"
      isStretched
      isFaint={!isTied}
      drawn={isTied ? 'across' : 'none'}
      className={place}
    />
  );
}
