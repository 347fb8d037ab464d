import type { LegacyAnswer } from '../../../../shared/memories/legacy.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { useConfirm } from '../../../ui/question-provider.tsx';
import { toast } from '../../../ui/toast.ts';
import { useRemoveAnswer } from './queries.ts';

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
      className="-my-2.5"
      aria-label="Remove this answer"
      isPending={isPending}
      pendingLabel="Removing"
      onPress={() => void askAndRemove()}
    >
      Remove
    </Button>
  );
}
