import { useState } from 'react';
import type { LegacyAnswer } from '../../../../shared/memories/legacy.ts';
import { DraftNotice } from '../drafts/drafts.ts';
import type { Answering } from './answering.ts';

interface AnswerNoticeProps {
  answering: Answering;
  saved: LegacyAnswer | undefined;
}

/** Says that a draft was restored, or that another device saved a different answer, and offers the saved answer. */
export function AnswerNotice({ answering, saved }: AnswerNoticeProps) {
  const [isRestored, setRestored] = useState(answering.isRestored);
  const isShown = answering.isOvertaken || (isRestored && answering.isChanged);
  if (!isShown) return null;
  return (
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
      {answering.isOvertaken
        ? 'This answer was changed on another device.'
        : 'What you were writing is back.'}
    </DraftNotice>
  );
}
