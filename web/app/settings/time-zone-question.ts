import { timeZoneLabel } from '../../../shared/time-zones.ts';
import type { ConfirmTimeZone } from '../../features/accounts/profile/settings/settings.tsx';
import { useSchedules } from '../../features/delivery/deliveries/schedules/queries.ts';
import { isOpenToChange } from '../../features/delivery/deliveries/schedules/schedules.ts';
import { useConfirm } from '../../ui/question-provider.tsx';

/** Asks an owner who changes time zone and has, or may have, something scheduled: its delivery times do not change with the zone. */
export function useConfirmTimeZone(): ConfirmTimeZone {
  const confirm = useConfirm();
  const { data: schedules } = useSchedules();
  return (timeZone) => {
    if (schedules && !schedules.some((schedule) => isOpenToChange(schedule, Date.now())))
      return Promise.resolve(true);
    const name = timeZoneLabel(timeZone);
    return confirm({
      title: `Change your time zone to ${name}?`,
      message: `What you have planned stays as it is: it goes out on the day and at the hour you chose, in the time zone you chose it in. What you plan from now on follows ${name} time.`,
      confirmLabel: `Change to ${name}`,
    });
  };
}
