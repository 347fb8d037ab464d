import { Suspense, useState } from 'react';
import type { LegacyAnswer } from '../../../../shared/memories/legacy.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { lazyComponent } from '../../../lib/lazy.ts';
import { Button } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { useConfirm } from '../../../ui/question-provider.tsx';
import { toast } from '../../../ui/toast.ts';
import { memoryPath } from '../memories/memories.ts';
import { useRemoveAnswer } from './queries.ts';

const LeaveDialog = lazyComponent(async () => (await import('./leave-dialog.tsx')).LeaveDialog);

/** Creates a letter from an answer, once; then leads to that letter. */
export function LeaveAnswer({ saved }: { saved: LegacyAnswer }) {
  const [isOpen, setOpen] = useState(false);
  if (saved.letterId && !isOpen)
    return (
      <Link
        href={memoryPath(saved.letterId)}
        className="-my-2.5 inline-flex min-h-11 items-center text-small"
      >
        Left as a letter
      </Link>
    );
  return (
    <>
      <Button variant="text" size="small" className="-my-2.5" onPress={() => setOpen(true)}>
        Leave this answer as a letter
      </Button>
      <Suspense fallback={null}>
        {isOpen && <LeaveDialog saved={saved} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}

interface RemoveAnswerProps {
  saved: LegacyAnswer;
  /** Called after it is removed, shortly before this button disappears too. */
  onRemoved: () => void;
}

/** Removes a saved answer from the book, after asking. */
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
