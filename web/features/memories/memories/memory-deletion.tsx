import { useState } from 'react';
import type { GivenChoice } from '../../../../shared/given-choice.ts';
import type { Memory } from '../../../../shared/memories/memories.ts';
import type { MemoryReach } from '../../../../shared/memories/memory-reach.ts';
import { rememberFocus } from '../../../lib/focus.ts';
import { ConsequenceList } from '../../../ui/consequence-list.tsx';
import { useConfirm } from '../../../ui/question-provider.tsx';
import { toast } from '../../../ui/toast.ts';
import { GivenChoiceGroup } from './given-choice-group.tsx';
import { stoppedByDeletion, whoHasIt } from './memory-reach.ts';
import { useDeleteMemory, useFetchReach } from './queries.ts';

/** Returns a function that deletes a memory after a confirmation. `failure` is the toast when that fails. */
export function useMemoryDeletion(failure: { title: string; description: string }) {
  const confirm = useConfirm();
  const fetchReach = useFetchReach();
  const { mutateAsync: deleteMemory } = useDeleteMemory();

  return async ({ id, title }: Memory): Promise<void> => {
    const moveOn = rememberFocus();
    try {
      const reach = await fetchReach(id);
      let received: GivenChoice = 'keep';
      const isConfirmed = await confirm({
        title: `Delete “${title}”?`,
        message: <Consequences reach={reach} onChoose={(choice) => (received = choice)} />,
        confirmLabel: 'Delete',
        tone: 'danger',
      });
      if (!isConfirmed) return;
      await deleteMemory({ id, received });
      moveOn();
      toast({ title: 'Memory deleted', description: 'Your memory has been successfully deleted.' });
    } catch {
      toast({ variant: 'destructive', ...failure });
    }
  };
}

interface ConsequencesProps {
  reach: MemoryReach;
  onChoose: (choice: GivenChoice) => void;
}

function Consequences({ reach, onChoose }: ConsequencesProps) {
  const [nowMs] = useState(() => Date.now());
  const [choice, setChoice] = useState<GivenChoice>('keep');
  const stopped = stoppedByDeletion(reach, nowMs);
  const question = whoHasIt(reach);
  return (
    <div className="grid gap-4">
      {stopped.length > 0 ? (
        <ConsequenceList title="What you have planned stops:">
          {stopped.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ConsequenceList>
      ) : (
        <p>No delivery of it is planned.</p>
      )}
      {question && (
        <GivenChoiceGroup
          label={question}
          takenBack="Their page will say that you took it back."
          value={choice}
          onChange={(chosen) => {
            setChoice(chosen);
            onChoose(chosen);
          }}
        />
      )}
      <p>Are you sure you want to delete this memory? This action cannot be undone.</p>
    </div>
  );
}
