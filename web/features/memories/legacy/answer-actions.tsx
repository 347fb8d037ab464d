import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { legacyQuestions } from '../../../../shared/memories/questions.ts';
import { Button } from '../../../ui/button.tsx';
import type { Answering } from './answering.ts';

interface AnswerActionsProps {
  answering: Answering;
  index: number;
  onOpen: (index: number) => void;
}

/** Next first saves unsaved text. On a phone the buttons stay in view above the navigation bar. */
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
