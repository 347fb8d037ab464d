import type { PhysicalItem } from '../../../../shared/keepsakes/physical-items.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { useConfirm } from '../../../ui/question-provider.tsx';
import { toast } from '../../../ui/toast.ts';
import { useCallOffReturn, useDeleteItem, useReturnFee } from './queries.ts';

/** What is lost, first for whom. */
function describeDeletion({ status, recipientName }: PhysicalItem): string {
  if (status !== 'stored')
    return 'Its pictures, and the record of whose hands it was in, are deleted. This action cannot be undone.';
  const lost = recipientName ? `${recipientName} will not get it from us. ` : '';
  return `${lost}Its pictures are deleted. If you have sent it already, keep it here until it arrives. This action cannot be undone.`;
}

type Act = 'call-off' | 'pay' | 'delete';

/** What is done to an item without a form of its own, after a question where it matters. */
export function useItemActs(): (act: Act, item: PhysicalItem) => void {
  const confirm = useConfirm();
  const { mutateAsync: remove } = useDeleteItem();
  const { mutateAsync: callOff } = useCallOffReturn();
  const { mutateAsync: openFee } = useReturnFee();

  const acts: Record<Act, (item: PhysicalItem) => Promise<void>> = {
    async pay({ id }) {
      window.location.assign((await openFee(id)).url);
    },
    async 'call-off'({ id, title, returnFeePaidAt }) {
      const message = returnFeePaidAt
        ? 'It stays with us, and what you paid is given back.'
        : 'It stays with us, and there is nothing to pay.';
      if (!(await confirm({ title: `Keep “${title}” with us?`, message, confirmLabel: 'Keep it with us' })))
        return;
      await callOff(id);
      toast({ title: 'It stays with us', description: title });
    },
    async delete(item) {
      const { id, title } = item;
      const question = {
        title: `Delete “${title}”?`,
        message: describeDeletion(item),
        confirmLabel: 'Delete',
      };
      if (!(await confirm({ ...question, tone: 'danger' }))) return;
      await remove(id);
      toast({ title: 'Item deleted', description: title });
    },
  };

  return (act, item) => {
    acts[act](item).catch((error: unknown) =>
      toast({
        variant: 'destructive',
        title: 'Error',
        description: messageOf(error, 'That did not work. Please try again.'),
      }),
    );
  };
}
