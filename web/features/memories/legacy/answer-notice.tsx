import { Check } from 'lucide-react';
import { useState } from 'react';
import type { LegacyAnswer } from '../../../../shared/memories/legacy.ts';
import { formatSavedAt } from '../../../lib/dates.ts';
import { DraftNotice, KeptBeside } from '../memories/drafts/drafts.ts';
import { parseAnswer } from './answer-values.ts';
import type { Answering } from './answering.ts';
import { OvertakenAnswer } from './overtaken-answer.tsx';

interface AnswerNoticeProps {
  answering: Answering;
  saved: LegacyAnswer | undefined;
}

/** Says that a draft was restored, or that another device saved a different answer, and offers the saved answer. */
export function AnswerNotice({ answering, saved }: AnswerNoticeProps) {
  const [isRestored, setRestored] = useState(answering.isRestored);
  const isOvertaken = saved !== undefined && answering.isOvertaken;
  const isShown = !isOvertaken && isRestored && answering.isChanged;
  return (
    <>
      <KeptBeside
        sheet={answering.sheet}
        draft={answering.draft}
        parse={parseAnswer}
        textOf={({ answer }) => ({ title: '', text: answer })}
        what="answer"
      />
      {isOvertaken && <OvertakenAnswer answering={answering} saved={saved} />}
      {isShown && (
        <DraftNotice
          consequence={
            saved
              ? 'What is written here will be deleted, and the answer in your book shown instead.'
              : 'What is written here will be deleted. This action cannot be undone.'
          }
          discardLabel={saved && 'Show the answer in your book'}
          onDiscard={() => {
            answering.discard();
            setRestored(false);
          }}
        >
          What you were writing is back.
        </DraftNotice>
      )}
    </>
  );
}

interface SavedLineProps {
  answering: Answering;
  saved: LegacyAnswer | undefined;
}

/** Whether the text is saved as the answer, as a draft on the server, or only on this device. */
export function SavedLine({ answering, saved }: SavedLineProps) {
  const { isChanged, isBlank, draftStatus } = answering;
  if (saved && !isChanged) {
    return (
      <p role="status" className="flex items-center gap-1.5 text-small text-sage">
        <Check aria-hidden="true" className="size-4.5 flex-none" strokeWidth={2} />
        Saved {formatSavedAt(Date.parse(saved.updatedAt), Date.now())}, in your book
      </p>
    );
  }
  if (isBlank) {
    return (
      <p className="text-small text-ink-soft">
        {saved ? 'The answer in your book stays as it is.' : 'Only you can read this.'}
      </p>
    );
  }
  if (draftStatus.isFailing && (draftStatus.isOnlyHere || draftStatus.savedAtMs === null)) {
    return <p className="text-small text-rose">No draft can be kept at the moment. Please press Save.</p>;
  }
  if (draftStatus.savedAtMs === null) return <p className="text-small text-ink-soft">Not saved yet</p>;
  const time = formatSavedAt(draftStatus.savedAtMs, Date.now());
  return (
    <p className="text-small text-ink-soft">
      {draftStatus.isOnlyHere ? `Saved ${time} as a draft, on this device only` : `Saved ${time} as a draft`}
    </p>
  );
}
