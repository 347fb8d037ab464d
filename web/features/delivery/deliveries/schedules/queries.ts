import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { z } from 'zod';
import { formatDate, formatDay } from '../../../../../shared/dates.ts';
import type { Schedule, ScheduleChanges, ScheduleForm } from '../../../../../shared/delivery/schedules.ts';
import { invalidateTopics } from '../../../../lib/api/changed-queries.ts';
import { createOnce } from '../../../../lib/api/create-once.ts';
import { write } from '../../../../lib/api/request.ts';
import type { DayOf, MemoryDay } from '../../../memories/memories/memories.ts';
import { useRepliedTo } from '../../received/queries.ts';
import { joinFirstNames } from './recipient-names.ts';
import { afterDeathOf, deliveredOf, isOpenToChange, upcomingOf } from './schedules.ts';

const schedulesPath = '/api/schedules';

export function useSchedules() {
  return useQuery<Schedule[]>({ queryKey: [schedulesPath], meta: { failure: 'Failed to fetch schedules' } });
}

/** Whom each memory reaches, and when. */
export function useMemoryDays(): DayOf {
  const { data: schedules } = useSchedules();
  const { data: replied } = useRepliedTo();
  const days = useMemo(() => {
    if (!schedules) return undefined;
    const found = daysOfMemories(schedules, Date.now());
    for (const { memoryId, names } of replied ?? []) {
      const day = found.get(memoryId);
      if (day) found.set(memoryId, { ...day, repliedBy: names });
    }
    return found;
  }, [schedules, replied]);
  return (memoryId) => days && (days.get(memoryId) ?? null);
}

export function useCreateSchedule() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (form: z.input<typeof ScheduleForm>) => createOnce<Schedule>(schedulesPath, form),
    onSuccess: (made) => {
      // The next page shows it, even if the list cannot be loaded again; it may have been announced before this response.
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

/** Possible until delivery has started; after that the server responds with 409. */
export function useChangeSchedule() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, changes }: ScheduleToChange) =>
      write<Schedule>('PATCH', `${schedulesPath}/${id}`, changes),
    onSuccess: () => invalidateTopics(queries, ['schedules', 'stats']),
  });
}

/** Possible until delivery has started; after that the server responds with 409. */
export function useCancelSchedule() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => write('DELETE', `${schedulesPath}/${id}`),
    onSuccess: () => invalidateTopics(queries, ['schedules', 'stats']),
  });
}

/** Possible if delivery to somebody has failed; otherwise the server responds with 409. */
export function useRetrySchedule() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => write<Schedule>('POST', `${schedulesPath}/${id}/retries`),
    onSuccess: () => invalidateTopics(queries, ['schedules']),
  });
}

/** The days of all memories that have one. Future deliveries take precedence over past ones. */
export function daysOfMemories(schedules: readonly Schedule[], nowMs: number): Map<string, MemoryDay> {
  const byMemory = Map.groupBy(schedules, ({ memoryId }) => memoryId ?? '');
  return new Map([...byMemory].map(([memoryId, own]) => [memoryId, describeDay(own, nowMs)]));
}

function describeDay(schedules: readonly Schedule[], nowMs: number): MemoryDay {
  const upcoming = upcomingOf(schedules);
  const [next, ...others] = upcoming;
  if (!next) return { ...describeDelivered(deliveredOf(schedules)), scheduleId: null };
  const isDated = next.deliveryType === 'scheduled';
  const when = isDated ? formatDay(next.localDate) : afterDeathOf(next, nowMs);
  const isOnly = others.length === 0;
  return {
    ...whom(upcoming),
    when: isOnly || !isDated ? when : `next ${when}`,
    scheduleId: isOnly && isOpenToChange(next, nowMs) ? next.id : null,
  };
}

function describeDelivered(delivered: readonly Schedule[]): Pick<MemoryDay, 'to' | 'onlyToId' | 'when'> {
  const [last] = delivered;
  const when = last ? formatDate(last.deliveredAt ?? last.deliveryDate, last.timezone) : '';
  return { ...whom(delivered), when: `delivered ${when}` };
}

/** Each person once. */
function whom(schedules: readonly Schedule[]): Pick<MemoryDay, 'to' | 'onlyToId'> {
  const all = schedules.flatMap(({ recipients }) => recipients.map((each) => [each.id, each] as const));
  const people = [...new Map(all).values()];
  return {
    to: joinFirstNames(people) || 'Nobody yet',
    onlyToId: people.length === 1 ? people[0]?.id : undefined,
  };
}
