import { useState } from 'react';
import type { GivenChoice } from '../../../../shared/given-choice.ts';
import type { MemoryReach } from '../../../../shared/memories/memory-reach.ts';
import { ConsequenceList } from '../../../ui/consequence-list.tsx';
import { GivenChoiceGroup } from './given-choice-group.tsx';
import { stoppedByDeletion, whoHasIt } from './memory-reach.ts';

interface DeletionConsequencesProps {
  reach: MemoryReach;
  onChoose: (choice: GivenChoice) => void;
}

/** What ends when a memory is deleted, and what becomes of what somebody has received. */
export function DeletionConsequences({ reach, onChoose }: DeletionConsequencesProps) {
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
