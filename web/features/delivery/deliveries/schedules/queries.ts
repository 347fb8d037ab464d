import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { z } from 'zod';
import type { Schedule, ScheduleChanges, ScheduleForm } from '../../../../../shared/delivery/schedules.ts';
import { invalidateTopics } from '../../../../lib/api/changed-queries.ts';
import { createOnce } from '../../../../lib/api/create-once.ts';
import { write } from '../../../../lib/api/request.ts';
import type { DayOf } from '../../../memories/memories/memories.ts';
import { daysOfMemories } from './memory-days.ts';

const schedulesPath = '/api/schedules';

export function useSchedules() {
  return useQuery<Schedule[]>({ queryKey: [schedulesPath], meta: { failure: 'Failed to fetch schedules' } });
}

/** Whom each memory reaches, and when. */
export function useMemoryDays(): DayOf {
  const { data: schedules } = useSchedules();
  const days = useMemo(() => schedules && daysOfMemories(schedules, Date.now()), [schedules]);
  return (memoryId) => days && (days.get(memoryId) ?? null);
}

export function useCreateSchedule() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (form: z.input<typeof ScheduleForm>) => createOnce<Schedule>(schedulesPath, form),
    onSuccess: (made) => {
      // The page that follows shows it, also where the list cannot be read again; it may have been announced before this answer.
      queries.setQueryData<Schedule[]>([schedulesPath], (known) => {
        const others = known?.filter(({ id }) => id !== made.id);
        return others && [...others, made];
      });
      return invalidateTopics(queries, ['schedules', 'stats']);
    },
  });
}

interface ScheduleToChange {
  id: string;
  changes: z.input<typeof ScheduleChanges>;
}

/** Possible until delivery has started; after that the server answers 409. */
export function useChangeSchedule() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, changes }: ScheduleToChange) =>
      write<Schedule>('PATCH', `${schedulesPath}/${id}`, changes),
    onSuccess: () => invalidateTopics(queries, ['schedules', 'stats']),
  });
}

/** Possible until delivery has started; after that the server answers 409. */
export function useCancelSchedule() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => write('DELETE', `${schedulesPath}/${id}`),
    onSuccess: () => invalidateTopics(queries, ['schedules', 'stats']),
  });
}

/** Possible where delivery to somebody has failed; else the server answers 409. */
export function useRetrySchedule() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => write<Schedule>('POST', `${schedulesPath}/${id}/retries`),
    onSuccess: () => invalidateTopics(queries, ['schedules']),
  });
}
