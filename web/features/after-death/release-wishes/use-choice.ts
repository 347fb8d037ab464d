import type { ReleaseWishes } from '../../../../shared/after-death/release-wishes.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { toast } from '../../../ui/toast.ts';
import { useSaveWishes } from './queries.ts';
import { formOf, type WishesForm } from './release-wishes.ts';

type Changes = Partial<WishesForm>;

/** Saves one choice at once; a toast says so and offers to undo it. The chosen value is shown while it is being saved. */
export function useChoice(wishes: ReleaseWishes) {
  const { mutateAsync: save, isPending, variables } = useSaveWishes();
  const before = formOf(wishes);

  function choose(changes: Changes): Promise<boolean> {
    const undone = Object.fromEntries(Object.entries(before).filter(([name]) => name in changes));
    return saveAndSay(changes, () => void saveAndSay(undone));
  }

  async function saveAndSay(changes: Changes, undo?: () => void): Promise<boolean> {
    try {
      await save(changes);
      const title = undo ? 'Saved' : 'It is as it was before';
      toast({ title, ...(undo && { action: { label: 'Undo', onPress: undo } }) });
      return true;
    } catch (error) {
      const description = messageOf(error, 'It is as it was before. Please try again.');
      toast({ variant: 'destructive', title: 'Not saved', description });
      return false;
    }
  }

  return { shown: isPending ? { ...before, ...variables } : before, choose, isSaving: isPending };
}
