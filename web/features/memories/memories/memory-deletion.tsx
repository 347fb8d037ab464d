import type { GivenChoice } from '../../../../shared/given-choice.ts';
import type { Memory } from '../../../../shared/memories/memories.ts';
import { useConfirm } from '../../../ui/question-provider.tsx';
import { toast } from '../../../ui/toast.ts';
import { useDeleteMemory, useFetchReach } from './queries.ts';

/** Returns a function that deletes a memory after a confirmation. `failure` is the toast if that fails. */
export function useMemoryDeletion(failure: { title: string; description: string }) {
  const confirm = useConfirm();
  const fetchReach = useFetchReach();
  const { mutateAsync: deleteMemory } = useDeleteMemory();

  return async ({ id, title }: Memory): Promise<void> => {
    try {
      const [reach, { DeletionConsequences }] = await Promise.all([
        fetchReach(id),
        import('./deletion-consequences.tsx'),
      ]);
      let received: GivenChoice = 'keep';
      const isConfirmed = await confirm({
        title: `Delete “${title}”?`,
        message: <DeletionConsequences reach={reach} onChoose={(choice) => (received = choice)} />,
        confirmLabel: 'Delete',
        tone: 'danger',
      });
      if (!isConfirmed) return;
      await deleteMemory({ id, received });
      toast({ title: 'Memory deleted', description: 'Your memory has been successfully deleted.' });
    } catch {
      toast({ variant: 'destructive', ...failure });
    }
  };
}
