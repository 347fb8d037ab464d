import { formatSavedAt } from '../../../../lib/dates.ts';
import { Link } from '../../../../ui/link.tsx';
import { Steps } from '../../../../ui/progress-steps.tsx';
import type { DraftStatus } from '../drafts/drafts.ts';

interface ComposerBarProps {
  steps: readonly string[];
  current: number;
  /** Undefined if nothing is drafted. */
  draftStatus?: DraftStatus;
  /** Of something that stays as it is until these changes are uploaded. */
  isChange?: boolean;
}

/** The current step, and when the draft was saved. */
export function ComposerBar({ steps, current, draftStatus, isChange = false }: ComposerBarProps) {
  return (
    <div className="z-10 flex min-h-16 flex-wrap items-center justify-between gap-x-6 gap-y-1 bg-paper py-3 md:sticky md:top-0">
      <Steps steps={steps} current={current} />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
        {draftStatus && <SavedLine status={draftStatus} isChange={isChange} />}
        <Link href="/upload" className="inline-flex min-h-11 items-center text-small">
          Back to Share Memories
        </Link>
      </div>
    </div>
  );
}

/** Why no draft can be kept; or 'Saved 12:04', 'Saved on this device 12:04' until the server has it; for changes, 'Saved 12:04 as a draft, not uploaded yet'. */
function SavedLine({ status, isChange }: { status: DraftStatus; isChange: boolean }) {
  const { savedAtMs, isFailing, isOnlyHere, refusal } = status;
  if (refusal) {
    return (
      <span role="status" className="text-small text-rose">
        {refusal}
      </span>
    );
  }
  if (isFailing && (isOnlyHere || savedAtMs === null)) {
    return <span className="text-small text-rose">No draft can be kept at the moment</span>;
  }
  if (savedAtMs === null) return null;
  return (
    <span className="text-small text-ink-soft">
      Saved {isOnlyHere && 'on this device '}
      {formatSavedAt(savedAtMs, Date.now())}
      {isChange && ' as a draft, not uploaded yet'}
    </span>
  );
}
