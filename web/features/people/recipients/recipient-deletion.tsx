import { useLocation } from 'wouter';
import type { z } from 'zod';
import { fullNameOf, listNames } from '../../../../shared/names.ts';
import type { Recipient, RecipientDeleted, RecipientReach } from '../../../../shared/people/recipients.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { ConsequenceList } from '../../../ui/consequence-list.tsx';
import { useConfirm } from '../../../ui/question-provider.tsx';
import { showFailure, toast } from '../../../ui/toast.ts';
import { useDeleteRecipient, useFetchRecipientReach } from './queries.ts';

const titlesShown = 3;

/** Deletes a recipient after a question, which first says what they will no longer receive; false if they stay. */
export function useRecipientDeletion() {
  const confirm = useConfirm();
  const [, navigate] = useLocation();
  const fetchReach = useFetchRecipientReach();
  const { mutateAsync: remove } = useDeleteRecipient();

  return (recipient: Recipient): Promise<boolean> => removeAsked(recipient);

  async function removeAsked(recipient: Recipient, isSecondTime = false): Promise<boolean> {
    try {
      const reach = await fetchReach(recipient.id);
      if (!(await ask(recipient, reach))) return false;
      await removeFrom(recipient, isSecondTime || reach.waiting.length + reach.guardianOf.length > 0);
      return true;
    } catch (error) {
      // Something was scheduled for them while the question was open.
      if (isConflict(error) && !isSecondTime) return removeAsked(recipient, true);
      showFailure(error, 'Failed to delete recipient');
      return false;
    }
  }

  function ask(recipient: Recipient, reach: RecipientReach): Promise<boolean> {
    return confirm({
      title: `Remove ${fullNameOf(recipient)}?`,
      message: <Consequences recipient={recipient} {...reach} />,
      confirmLabel: 'Remove',
      tone: 'danger',
    });
  }

  async function removeFrom(recipient: Recipient, force: boolean): Promise<void> {
    const deleted = await remove({ id: recipient.id, force });
    showRemoved(recipient, deleted?.schedulesWithNobody ?? [], () => navigate('/schedule'));
  }
}

interface ConsequencesProps extends RecipientReach {
  recipient: Recipient;
}

function Consequences({ recipient: { firstName, trustedContact }, waiting, guardianOf }: ConsequencesProps) {
  return (
    <div className="grid gap-4">
      {waiting.length > 0 && (
        <ConsequenceList title={`${firstName} will no longer receive:`}>
          {waiting.map((what) => (
            <li key={what}>{what}</li>
          ))}
        </ConsequenceList>
      )}
      {guardianOf.length > 0 && (
        <p>
          {firstName} has a say in what comes to {listNames(guardianOf)}. Then nobody has, unless you choose
          somebody else.
        </p>
      )}
      {trustedContact && <p>After your death we will no longer turn to {firstName} as a trusted contact.</p>}
      <p>
        {firstName} will be removed from your address book. What they have already received stays with them.
      </p>
    </div>
  );
}

function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'conflict';
}

type SchedulesWithNobody = z.input<typeof RecipientDeleted>['schedulesWithNobody'];

function showRemoved(
  recipient: Recipient,
  schedulesWithNobody: SchedulesWithNobody,
  openSchedule: () => void,
): void {
  const title = `${fullNameOf(recipient)} was removed`;
  if (schedulesWithNobody.length === 0) {
    toast({ title });
    return;
  }
  toast({
    title,
    description: `Nobody is chosen any more to receive ${listTitles(schedulesWithNobody)}.`,
    action: { label: 'Choose someone', onPress: openSchedule },
  });
}

/** Each title once: '“T” (3 deliveries) and “The garden”', or the first three 'and 2 more'. */
export function listTitles(schedules: readonly { memoryTitle: string }[]): string {
  const counts = new Map<string, number>();
  for (const { memoryTitle } of schedules) counts.set(memoryTitle, (counts.get(memoryTitle) ?? 0) + 1);
  const titles = [...counts].map(
    ([title, count]) => `“${title}”${count > 1 ? ` (${count} deliveries)` : ''}`,
  );
  const rest = titles.length - titlesShown;
  return listNames(rest > 1 ? [...titles.slice(0, titlesShown), `${rest} more`] : titles);
}
