import { useLocation } from 'wouter';
import type { z } from 'zod';
import type { Recipient, RecipientDeleted } from '../../../../shared/people/recipients.ts';
import { ApiError, messageOf } from '../../../lib/api/api-error.ts';
import { useConfirm } from '../../../ui/question-provider.tsx';
import { toast } from '../../../ui/toast.ts';
import { listTitles } from './list-titles.ts';
import { useDeleteRecipient } from './queries.ts';

const toastMs = 15_000;

/**
 * Deletes a recipient after asking. If undelivered schedules name them, a second question lists those first.
 */
export function useRecipientDeletion() {
  const confirm = useConfirm();
  const [, navigate] = useLocation();
  const { mutateAsync: remove } = useDeleteRecipient();

  return async (recipient: Recipient): Promise<void> => {
    const { id, firstName, lastName } = recipient;
    const title = `Remove ${firstName} ${lastName}?`;
    const message =
      'They will be removed from your address book. What they have already received stays with them.';
    if (!(await confirm({ title, message, confirmLabel: 'Remove', tone: 'danger' }))) return;
    try {
      await remove({ id });
      showRemoved(recipient);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'conflict') return showFailure(error);
      const question = { title, message: messageOf(error, message), confirmLabel: 'Remove anyway' };
      if (await confirm({ ...question, tone: 'danger' })) await removeAnyway(recipient);
    }
  };

  async function removeAnyway(recipient: Recipient): Promise<void> {
    try {
      const deleted = await remove({ id: recipient.id, force: true });
      showRemoved(recipient, deleted?.schedulesWithNobody, () => navigate('/schedule'));
    } catch (error) {
      showFailure(error);
    }
  }
}

type SchedulesWithNobody = z.input<typeof RecipientDeleted>['schedulesWithNobody'];

function showRemoved(
  { firstName, lastName }: Recipient,
  schedulesWithNobody: SchedulesWithNobody = [],
  openSchedule?: () => void,
): void {
  const title = `${firstName} ${lastName} was removed`;
  if (schedulesWithNobody.length === 0 || !openSchedule) {
    toast({ title });
    return;
  }
  toast({
    title,
    description: `Nobody is chosen now to receive ${listTitles(schedulesWithNobody)}.`,
    durationMs: toastMs,
    action: { label: 'Choose someone', onPress: openSchedule },
  });
}

function showFailure(error: unknown): void {
  const description = messageOf(error, 'Failed to delete recipient');
  toast({ variant: 'destructive', title: 'Error', description });
}
