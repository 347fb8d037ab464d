import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useState } from 'react';
import type { LegacyAnswer } from '../../../../shared/memories/legacy.ts';
import { legacyQuestions } from '../../../../shared/memories/questions.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { useConfirm } from '../../../ui/question-provider.tsx';
import { toast } from '../../../ui/toast.ts';
import type { Answering } from './answering.ts';
import { useRemoveAnswer } from './queries.ts';

interface AnswerActionsProps {
  answering: Answering;
  index: number;
  onOpen: (index: number) => void;
}

/** Next saves unsaved text first. On a phone they stay in view above the bar of places. */
export function AnswerActions({ answering, index, onOpen }: AnswerActionsProps) {
  const { isBlank, isChanged, isSaving, save } = answering;
  const [isLeaving, setLeaving] = useState(false);

  async function goOn() {
    if (isChanged && !isBlank) {
      setLeaving(true);
      const isSaved = await save();
      setLeaving(false);
      if (!isSaved) return;
    }
    onOpen(index + 1);
  }

  return (
    <div className="z-10 mt-4 grid large-text:grid-cols-1 grid-cols-3 gap-2.5 bg-paper max-md:tall:sticky max-md:tall:bottom-[calc(4.5rem+env(safe-area-inset-bottom))] max-md:tall:py-2.5 md:flex md:items-center md:gap-3">
      <Button
        variant="quiet"
        className="max-md:px-3 md:mr-auto"
        icon={<ArrowLeft aria-hidden="true" className="size-5 max-md:hidden" strokeWidth={1.5} />}
        isDisabled={index === 0}
        onPress={() => onOpen(index - 1)}
      >
        Previous
      </Button>
      <Button
        variant="quiet"
        className="max-md:px-3"
        isDisabled={isBlank}
        isPending={isSaving && !isLeaving}
        pendingLabel="Saving"
        onPress={() => void save()}
      >
        Save
      </Button>
      <Button
        className="max-md:px-3"
        isDisabled={index === legacyQuestions.length - 1}
        isPending={isLeaving}
        pendingLabel="Saving"
        onPress={() => void goOn()}
      >
        Next
        {!isLeaving && <ArrowRight aria-hidden="true" className="size-5 max-md:hidden" strokeWidth={1.5} />}
      </Button>
    </div>
  );
}

interface RemoveAnswerProps {
  saved: LegacyAnswer;
  /** Called when it is gone, shortly before this button goes too. */
  onRemoved: () => void;
}

/** Takes a saved answer out of the book, after asking. */
export function RemoveAnswer({ saved, onRemoved }: RemoveAnswerProps) {
  const confirm = useConfirm();
  const { mutateAsync: remove, isPending } = useRemoveAnswer();

  async function askAndRemove() {
    const isConfirmed = await confirm({
      title: 'Remove this answer?',
      message: (
        <>
          Your answer is deleted from your book, and the question is open again.
          {saved.letterId && ' The letter that you made of it stays.'} This action cannot be undone.
        </>
      ),
      confirmLabel: 'Remove',
      tone: 'danger',
    });
    if (!isConfirmed) return;
    try {
      await remove(saved);
      onRemoved();
      toast({ title: 'The answer is removed' });
    } catch (error) {
      const description = messageOf(error, 'The answer could not be removed. Please try again.');
      toast({ variant: 'destructive', title: 'Error', description });
    }
  }

  return (
    <Button
      variant="text"
      size="small"
      className="-my-2.5 text-ink-soft!"
      aria-label="Remove this answer"
      isPending={isPending}
      pendingLabel="Removing"
      onPress={() => void askAndRemove()}
    >
      Remove
    </Button>
  );
}
