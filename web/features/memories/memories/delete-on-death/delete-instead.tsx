import type { Memory } from '../../../../../shared/memories/memories.ts';
import { Button } from '../../../../ui/button.tsx';
import { useDeletionOnDeath } from './use-deletion-on-death.tsx';

interface DeleteInsteadProps {
  memory: Memory;
  label: string;
  /** Called once it is chosen. */
  onChosen?: () => void;
}

/** The alternative to delivering it: it is for nobody, and is deleted when its owner dies. */
export function DeleteInstead({ memory, label, onChosen }: DeleteInsteadProps) {
  const { choose, isPending } = useDeletionOnDeath();
  return (
    <Button
      variant="text"
      isPending={isPending}
      onPress={() => void choose(memory).then((isChosen) => isChosen && onChosen?.())}
    >
      {label}
    </Button>
  );
}
