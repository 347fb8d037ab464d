import type { Memory } from '../../../../shared/memories/memories.ts';
import { useConfirm } from '../../../ui/question-provider.tsx';
import { toast } from '../../../ui/toast.ts';
import { useDeleteMemory } from './queries.ts';

/** Returns a function that deletes a memory after a confirmation. `failure` is the toast when that fails. */
export function useMemoryDeletion(failure: { title: string; description: string }) {
  const confirm = useConfirm();
  const { mutateAsync: deleteMemory } = useDeleteMemory();

  return async ({ id, title }: Memory): Promise<void> => {
    const isConfirmed = await confirm({
      title: `Delete “${title}”?`,
      message: 'Are you sure you want to delete this memory? This action cannot be undone.',
      confirmLabel: 'Delete',
      tone: 'danger',
    });
    if (!isConfirmed) return;
    try {
      await deleteMemory(id);
      toast({ title: 'Memory deleted', description: 'Your memory has been successfully deleted.' });
    } catch {
      toast({ variant: 'destructive', ...failure });
    }
  };
}
