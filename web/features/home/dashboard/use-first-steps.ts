import { useEffect, useState } from 'react';
import { useProfile } from '../../accounts/sessions/queries.ts';
import { useSchedules } from '../../delivery/schedules/queries.ts';
import { useMemories } from '../../memories/memories/queries.ts';
import { useRecipients } from '../../people/recipients/queries.ts';
import type { FirstStep, GuideMark } from './first-steps.ts';
import { countDone, keepGuideMark, listFirstSteps, readGuideMark } from './first-steps.ts';

export type Guide =
  /** Not known yet whether there is anything to show. */
  | { state: 'waiting' }
  | { state: 'none' }
  | { state: 'shown' | 'aside'; steps: FirstStep[]; putAside: () => void; takeUp: () => void };

/** The first steps of the signed-in person, from what the dashboard reads anyway. */
export function useFirstSteps(): Guide {
  const reads = { profile: useProfile(), memories: useMemories(), recipients: useRecipients() };
  const schedules = useSchedules();
  const ownerId = reads.profile.data?.id;
  const [chosen, setChosen] = useState<GuideMark | 'shown' | null>(null);
  const mark = chosen ?? (ownerId ? readGuideMark(localStorage, ownerId) : null);
  const steps =
    reads.memories.data && reads.recipients.data && schedules.data
      ? listFirstSteps({
          memories: reads.memories.data,
          recipients: reads.recipients.data,
          schedules: schedules.data,
        })
      : null;
  const isFinished = steps !== null && countDone(steps) === steps.length;

  useEffect(() => {
    if (ownerId && isFinished) keepGuideMark(localStorage, ownerId, 'finished');
  }, [ownerId, isFinished]);

  // Not while one is pending: a read that failed is so again when the parts of the page ask for it anew, and putting
  // the page away for that would have them ask without end.
  const isWaiting = [...Object.values(reads), schedules].some((read) => !read.isFetched);
  if (mark === 'finished' || isFinished) return { state: 'none' };
  if (!steps || !ownerId) return { state: isWaiting ? 'waiting' : 'none' };
  return {
    state: mark === 'aside' ? 'aside' : 'shown',
    steps,
    putAside() {
      setChosen('aside');
      keepGuideMark(localStorage, ownerId, 'aside');
    },
    takeUp() {
      setChosen('shown');
      keepGuideMark(localStorage, ownerId, null);
    },
  };
}
