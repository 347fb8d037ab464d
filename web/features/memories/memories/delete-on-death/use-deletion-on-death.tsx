import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { releaseUndoDays } from '../../../../../shared/accounts/time-limits.ts';
import type { Memory, MemoryChanges } from '../../../../../shared/memories/memories.ts';
import type { MemoryReach } from '../../../../../shared/memories/memory-reach.ts';
import { invalidateTopics } from '../../../../lib/api/changed-queries.ts';
import { write } from '../../../../lib/api/request.ts';
import { ConsequenceList } from '../../../../ui/consequence-list.tsx';
import { useConfirm } from '../../../../ui/question-provider.tsx';
import { showFailure, toast } from '../../../../ui/toast.ts';
import { stoppedByDeletion, whoHasIt } from '../memory-reach.ts';
import { useFetchReach } from '../queries.ts';

const unchanged = 'Nothing has changed. Please try again in a moment.';

/**
 * Has a memory deleted when its owner dies, or takes that back. Asks first if that cancels something planned,
 * or if somebody already has it. Both resolve to whether it was done, and a toast says so.
 */
export function useDeletionOnDeath() {
  const confirm = useConfirm();
  const fetchReach = useFetchReach();
  const { mutateAsync: put, isPending } = useChooseDeletion();

  async function choose({ id, title, version }: Memory): Promise<boolean> {
    try {
      const reach = await fetchReach(id);
      const { upcoming, received } = reach;
      const isAsked = upcoming.length + received.length > 0;
      if (isAsked && !(await confirm(questionAbout(title, reach)))) return false;
      const cancelSchedules = upcoming.map(({ scheduleId }) => scheduleId);
      const changed = await put({ id, version, deleteOnDeath: true, cancelSchedules });
      toast({
        title: 'It will be deleted when you die',
        description:
          upcoming.length > 0 ? 'What was planned is cancelled.' : 'Until then it stays here for you.',
        action: { label: 'Undo', onPress: () => void takeBack(changed, { restoreSchedules: true }) },
      });
      return true;
    } catch (error) {
      showFailure(error, unchanged, 'This could not be changed');
      return false;
    }
  }

  async function takeBack({ id, version }: Memory, { restoreSchedules = false } = {}): Promise<boolean> {
    try {
      await put({ id, version, deleteOnDeath: false, restoreSchedules });
      toast({
        title: 'It will be kept',
        description: restoreSchedules ? 'Everything is as it was before.' : 'You can choose its day again.',
      });
      return true;
    } catch (error) {
      showFailure(error, unchanged, 'This could not be changed');
      return false;
    }
  }

  return { choose, takeBack, isPending };
}

type DeletionChoice = Pick<MemoryChanges, 'deleteOnDeath' | 'cancelSchedules' | 'restoreSchedules'>;

/** Whether a memory is deleted when its owner dies. Also refreshes the schedules, which this cancels or restores. */
function useChooseDeletion() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...choice }: Pick<Memory, 'id' | 'version'> & DeletionChoice) =>
      write<Memory>('PATCH', `/api/memories/${id}`, choice),
    onSuccess: () => invalidateTopics(queries, ['memories', 'stats', 'schedules']),
  });
}

function questionAbout(title: string, reach: MemoryReach) {
  return {
    title: `Delete “${title}” when you die?`,
    message: <Consequences reach={reach} />,
    confirmLabel: 'Delete it when I die',
    cancelLabel: 'Leave it as it is',
  };
}

function Consequences({ reach }: { reach: MemoryReach }) {
  const [nowMs] = useState(() => Date.now());
  const stopped = stoppedByDeletion(reach, nowMs);
  const toNobody = reach.upcoming.length - stopped.length;
  const has = whoHasIt(reach);
  return (
    <div className="grid gap-4">
      {reach.upcoming.length > 0 && (
        <ConsequenceList title="What you have planned is cancelled:">
          {stopped.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
          {toNobody > 0 && <li>A day for which you have chosen nobody yet.</li>}
        </ConsequenceList>
      )}
      {has && <p>{has} That copy stays; only your own is deleted.</p>}
      <p>
        It stays here for you as long as you live. It is deleted {releaseUndoDays} days after your death is
        confirmed, in case that was a mistake. In those days nobody can see it.
      </p>
    </div>
  );
}
