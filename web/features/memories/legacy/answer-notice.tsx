import { useState } from 'react';
import type { LegacyAnswer } from '../../../../shared/memories/legacy.ts';
import { Button } from '../../../ui/button.tsx';
import { useConfirm } from '../../../ui/question-provider.tsx';
import type { Answering } from './answering.ts';

interface AnswerNoticeProps {
  answering: Answering;
  saved: LegacyAnswer | undefined;
}

/** Says that what stands here is a draft from before, or that another device was quicker, and offers the saved answer. */
export function AnswerNotice({ answering, saved }: AnswerNoticeProps) {
  const [isRestored, setRestored] = useState(answering.isRestored);
  const confirm = useConfirm();
  const isShown = answering.isOvertaken || (isRestored && answering.isChanged);
  if (!isShown) return null;

  async function discard() {
    const isConfirmed = await confirm({
      title: 'Discard this draft?',
      message: saved
        ? 'What is written here is removed, and the answer in your book stands here instead.'
        : 'What is written here is removed. This action cannot be undone.',
      confirmLabel: 'Discard',
      tone: 'danger',
    });
    if (!isConfirmed) return;
    answering.discard();
    setRestored(false);
  }

  return (
    <p
      role="status"
      className="mb-4 flex flex-wrap items-center justify-between gap-x-5 rounded-choice bg-pine-wash px-4 py-1.5"
    >
      {answering.isOvertaken
        ? 'This answer was changed on another device.'
        : 'What you were writing is back.'}
      <Button variant="text" size="small" onPress={() => void discard()}>
        {saved ? 'Show the answer in your book' : 'Discard draft'}
      </Button>
    </p>
  );
}
