import { useEffect, useState } from 'react';
import { useProfile } from '../../accounts/auth/sessions/queries.ts';
import { useReleaseWishes } from '../../after-death/release-wishes/queries.ts';
import { hasChosen } from '../../after-death/release-wishes/release-wishes.ts';
import { useSchedules } from '../../delivery/deliveries/schedules/queries.ts';
import { useMemories } from '../../memories/memories/queries.ts';
import { useRecipients } from '../../people/recipients/queries.ts';
import {
  countDone,
  type FirstStep,
  type GuideMark,
  listFirstSteps,
  readGuideMark,
  saveGuideMark,
} from './first-steps.ts';

export type Guide =
  /** Whether to show the guide is not known yet. */
  | { state: 'waiting' }
  | { state: 'none' }
  | { state: 'shown' | 'hidden'; steps: FirstStep[]; hide: () => void; resume: () => void };

/** The state of the guide, derived from what the dashboard loads anyway and, until it is finished, from the choices for after a death. */
export function useFirstSteps(): Guide {
  const reads = { profile: useProfile(), memories: useMemories(), recipients: useRecipients() };
  const schedules = useSchedules();
  const ownerId = reads.profile.data?.id;
  const [chosen, setChosen] = useState<GuideMark | 'shown' | null>(null);
  const mark = chosen ?? (ownerId ? readGuideMark(localStorage, ownerId) : null);
  const wishes = useReleaseWishes({ isNeeded: ownerId !== undefined && mark !== 'finished' });
  const steps =
    reads.memories.data && reads.recipients.data && schedules.data && wishes.data
      ? listFirstSteps({
          memories: reads.memories.data,
          recipients: reads.recipients.data,
          schedules: schedules.data,
          hasWishes: hasChosen(wishes.data),
        })
      : null;
  const isFinished = steps !== null && countDone(steps) === steps.length;

  useEffect(() => {
    if (ownerId && isFinished) saveGuideMark(localStorage, ownerId, 'finished');
  }, [ownerId, isFinished]);

  // Not `isPending`: a failed query is pending again when a component remounts and refetches it, and hiding the
  // components for that would remount them forever.
  const isWaiting = [...Object.values(reads), schedules, wishes].some((read) => !read.isFetched);
  if (mark === 'finished' || isFinished) return { state: 'none' };
  if (!steps || !ownerId) return { state: isWaiting ? 'waiting' : 'none' };
  return {
    state: mark === 'aside' ? 'hidden' : 'shown',
    steps,
    hide() {
      setChosen('aside');
      saveGuideMark(localStorage, ownerId, 'aside');
    },
    resume() {
      setChosen('shown');
      saveGuideMark(localStorage, ownerId, null);
    },
  };
}
