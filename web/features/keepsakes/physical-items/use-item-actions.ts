import type { PhysicalItem } from '../../../../shared/keepsakes/physical-items.ts';
import { useConfirm } from '../../../ui/question-provider.tsx';
import { showFailure, toast } from '../../../ui/toast.ts';
import { useCallOffReturn, useDeleteItem, useReturnFee } from './queries.ts';

/** What would be lost, and for whom. */
function describeDeletion({ status, recipientName, lostAt }: PhysicalItem): string {
  if (lostAt)
    return 'Its pictures, and the record of whose hands it was in, are deleted. If it is found, we no longer know whose it is. This action cannot be undone.';
  if (status !== 'stored')
    return 'Its pictures, and the record of whose hands it was in, are deleted. This action cannot be undone.';
  const lost = recipientName ? `${recipientName} will not get it from us. ` : '';
  return `${lost}Its pictures are deleted. If you have sent it already, keep it here until it arrives. This action cannot be undone.`;
}

type Action = 'call-off' | 'pay' | 'delete';

/** What can be done to an item without filling in a form; if it matters, a question comes first. */
export function useItemActions(): (action: Action, item: PhysicalItem) => void {
  const confirm = useConfirm();
  const { mutateAsync: remove } = useDeleteItem();
  const { mutateAsync: callOff } = useCallOffReturn();
  const { mutateAsync: openFee } = useReturnFee();

  const actions: Record<Action, (item: PhysicalItem) => Promise<void>> = {
    async pay({ id }) {
      window.location.assign((await openFee(id)).url);
    },
    async 'call-off'({ id, title, returnFeePaidAt }) {
      const message = returnFeePaidAt
        ? 'It stays with us, and what you paid is refunded.'
        : 'It stays with us, and there is nothing to pay.';
      if (!(await confirm({ title: `Keep “${title}” with us?`, message, confirmLabel: 'Keep it with us' })))
        return;
      await callOff(id);
      toast({ title: 'It stays with us', description: title });
    },
    async delete(item) {
      const { id, title } = item;
      const message = describeDeletion(item);
      if (!(await confirm({ title: `Delete “${title}”?`, message, confirmLabel: 'Delete', tone: 'danger' })))
        return;
      await remove(id);
      toast({ title: 'Item deleted', description: title });
    },
  };

  return (action, item) =>
    void actions[action](item).catch((error: unknown) =>
      showFailure(error, 'That did not work. Please try again.'),
    );
}
