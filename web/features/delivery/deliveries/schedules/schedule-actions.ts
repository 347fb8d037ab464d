import { useState } from 'react';
import type { Schedule } from '../../../../../shared/delivery/schedules.ts';
import { currentOf } from '../../../../lib/api/api-error.ts';
import { toast } from '../../../../ui/toast.ts';
import { useFetchMemories } from '../../../memories/memories/queries.ts';
import type { StalePlan } from './form/compare-plans.tsx';
import { type FullPlan, planOf, toScheduleForm } from './form/delivery-plan.ts';
import { useCancelSchedule, useChangeSchedule, useCreateSchedule, useRetrySchedule } from './queries.ts';
import {
  showCancellingFailure,
  showRetryingFailure,
  showSchedulingFailure,
  showUndoable,
} from './schedule-toasts.ts';
import { describeSchedule } from './schedules.ts';

/** Schedules a delivery. Resolves to the page that shows it, or to null if it failed, which a toast says. */
export function useScheduling() {
  const { mutateAsync: create, isPending } = useCreateSchedule();

  async function schedule(plan: FullPlan): Promise<string | null> {
    const form = toScheduleForm(plan, Date.now());
    if (!form) return null;
    try {
      const made = await create(form);
      return `/schedule?scheduled=${made.id}`;
    } catch (error) {
      showSchedulingFailure(error);
      return null;
    }
  }

  return { schedule, isPending };
}

/** Changes a schedule and shows the result in a toast. Resolves to the next page, or to null if it failed. */
export function useRescheduling(schedule: Schedule) {
  const { mutateAsync: change, isPending } = useChangeSchedule();
  const [stale, setStale] = useState<StalePlan | null>(null);

  async function reschedule(plan: FullPlan): Promise<string | null> {
    const form = toScheduleForm(plan, Date.now());
    if (!form) return null;
    const { memoryId: _stays, ...changes } = form;
    const version = plan.version === '' ? schedule.version : Number(plan.version);
    try {
      const changed = await change({ id: schedule.id, changes: { ...changes, version } });
      toast({ title: 'Delivery changed', description: describeSchedule(changed, Date.now()) });
      return '/schedule';
    } catch (error) {
      const current = currentOf<Schedule>(error);
      if (current) setStale({ current, typed: plan });
      else showSchedulingFailure(error);
      return null;
    }
  }

  return { reschedule, isPending, stale, forgetStale: () => setStale(null) };
}

/** Cancels a schedule. The toast offers to undo that, unless the memory is being checked and could not be scheduled. */
export function useCancelling() {
  const fetchMemories = useFetchMemories();
  const { mutateAsync: cancel } = useCancelSchedule();
  const { mutateAsync: create } = useCreateSchedule();

  function restore(schedule: Schedule) {
    const form = toScheduleForm(planOf(schedule, Date.now()), Date.now());
    if (!form) return;
    const { recipientIds, ...toNobody } = form;
    create(recipientIds?.length ? form : toNobody).then((made) => {
      toast({ title: 'It is scheduled again', description: describeSchedule(made, Date.now()) });
    }, showSchedulingFailure);
  }

  return async (schedule: Schedule): Promise<void> => {
    try {
      await cancel(schedule.id);
      const memories = await fetchMemories();
      const message = { title: 'The delivery is cancelled', description: 'The memory itself is kept.' };
      const isApproved = memories.some(({ id, isApproved }) => id === schedule.memoryId && isApproved);
      if (isApproved) showUndoable(message.title, message.description, () => restore(schedule));
      else toast(message);
    } catch (error) {
      showCancellingFailure(error);
    }
  };
}

/** Retries what has failed of a schedule, and shows the result in a toast. */
export function useRetrying() {
  const { mutateAsync: retry, isPending } = useRetrySchedule();
  const tryAgain = (schedule: Schedule) =>
    retry(schedule.id).then(
      () => toast({ title: 'We are trying again', description: 'For up to seven days, if need be.' }),
      showRetryingFailure,
    );
  return { tryAgain, isPending };
}
