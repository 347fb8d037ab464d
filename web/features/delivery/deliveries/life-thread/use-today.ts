import { todayIn } from '../../../../lib/dates.ts';
import { deviceTimeZone } from '../../../../lib/device.ts';
import { useSessionUser } from '../../../accounts/auth/sessions/sessions.ts';
import { useNow } from '../schedules/schedules.ts';

/** The owner's calendar day, YYYY-MM-DD. */
export function useToday(): string {
  const { timezone } = useSessionUser();
  return todayIn(timezone ?? deviceTimeZone(), useNow()).toString();
}
