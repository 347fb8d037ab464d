import type { Schedule } from '../../../../shared/delivery/schedules.ts';
import { toast } from '../../../ui/toast.ts';
import { useMemories } from '../../memories/memories/queries.ts';
import type { DeliveryPlan } from './form/delivery-plan.ts';
import { planOf, toScheduleForm } from './form/delivery-plan.ts';
import { useCancelSchedule, useChangeSchedule, useCreateSchedule } from './queries.ts';
import { showCancellingFailure, showSchedulingFailure, showUndoable } from './schedule-toasts.ts';
import { describeSchedule } from './schedules.ts';

/** Schedules a delivery and says so; resolves to true when it stands. */
export function useScheduling() {
  const { mutateAsync: create, isPending } = useCreateSchedule();
  const { mutateAsync: cancel } = useCancelSchedule();

  function takeBack(schedule: Schedule) {
    cancel(schedule.id).then(() => toast({ title: 'The delivery is cancelled' }), showCancellingFailure);
  }

  async function schedule(plan: DeliveryPlan): Promise<boolean> {
    const form = toScheduleForm(plan, Date.now());
    if (!form) return false;
    try {
      const made = await create(form);
      showUndoable('Delivery scheduled', describeSchedule(made), () => takeBack(made));
      return true;
    } catch (error) {
      showSchedulingFailure(error);
      return false;
    }
  }

  return { schedule, isPending };
}

/** Changes a schedule and says so; resolves to true when the change stands. */
export function useRescheduling(schedule: Schedule) {
  const { mutateAsync: change, isPending } = useChangeSchedule();

  async function reschedule(plan: DeliveryPlan): Promise<boolean> {
    const form = toScheduleForm(plan, Date.now());
    if (!form) return false;
    const { memoryId: _stays, ...changes } = form;
    try {
      const changed = await change({ id: schedule.id, changes });
      toast({ title: 'Delivery changed', description: describeSchedule(changed) });
      return true;
    } catch (error) {
      showSchedulingFailure(error);
      return false;
    }
  }

  return { reschedule, isPending };
}

/** Cancels a schedule, which can be taken back as long as the toast shows; not while its memory is being checked. */
export function useCancelling() {
  const { data: memories = [] } = useMemories();
  const { mutateAsync: cancel } = useCancelSchedule();
  const { mutateAsync: create } = useCreateSchedule();

  function restore(schedule: Schedule) {
    const form = toScheduleForm(planOf(schedule, Date.now()), Date.now());
    if (!form) return;
    const { recipientIds, ...toNobody } = form;
    create(recipientIds?.length ? form : toNobody).then((made) => {
      toast({ title: 'It stands again', description: describeSchedule(made) });
    }, showSchedulingFailure);
  }

  return async (schedule: Schedule): Promise<void> => {
    try {
      await cancel(schedule.id);
      const said = { title: 'The delivery is cancelled', description: 'The memory itself is kept.' };
      const isApproved = memories.some(({ id, isApproved }) => id === schedule.memoryId && isApproved);
      if (isApproved) showUndoable(said.title, said.description, () => restore(schedule));
      else toast(said);
    } catch (error) {
      showCancellingFailure(error);
    }
  };
}
