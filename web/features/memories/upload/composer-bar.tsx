import type { ReactNode } from 'react';
import { formatSavedAt } from '../../../lib/dates.ts';
import type { DraftKept } from '../../../lib/use-draft.ts';
import { Link } from '../../../ui/link.tsx';
import { Steps } from '../../../ui/steps.tsx';

interface ComposerBarProps {
  steps: readonly string[];
  current: number;
  kept: DraftKept;
  /** The way on, at the end of the row. */
  children?: ReactNode;
}

/** Where one is in the task, what is kept of it, and the way on. */
export function ComposerBar({ steps, current, kept, children }: ComposerBarProps) {
  return (
    <div className="z-10 flex min-h-16 flex-wrap items-center justify-between gap-x-6 gap-y-1 bg-paper py-3 md:sticky md:top-0">
      <Steps label="Steps" steps={steps} current={current} />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
        <SavedLine kept={kept} />
        <Link href="/upload" className="inline-flex min-h-11 items-center text-small">
          Back to Share Memories
        </Link>
        {children}
      </div>
    </div>
  );
}

/** 'Saved 12:04': while it is being written, on the server or, until that can be reached, on this device. */
function SavedLine({ kept }: { kept: DraftKept }) {
  const { savedAtMs, isFailing, isOnlyHere } = kept;
  if (isFailing && (isOnlyHere || savedAtMs === null)) {
    return <span className="text-small text-rose">No draft can be kept at the moment</span>;
  }
  if (savedAtMs === null) return null;
  return (
    <span className="text-small text-ink-soft">
      Saved {isOnlyHere && 'on this device '}
      {formatSavedAt(savedAtMs, Date.now())}
    </span>
  );
}
