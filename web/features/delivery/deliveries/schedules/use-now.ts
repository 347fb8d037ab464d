import { useEffect, useState } from 'react';
import { dayIn } from '../../../../lib/calendar-day.ts';
import { deviceTimeZone } from '../../../../lib/device.ts';
import { useSessionUser } from '../../../accounts/auth/sessions/sessions.ts';

const tickMs = 15_000;

/** Current time in milliseconds since 1970, refreshed every 15 s, because "today" and "past" change while a page is open. */
export function useNow(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNowMs(Date.now()), tickMs);
    return () => window.clearInterval(timer);
  }, []);
  return nowMs;
}

/** The calendar day in the owner's time zone, YYYY-MM-DD. */
export function useToday(): string {
  const { timezone } = useSessionUser();
  return dayIn(timezone ?? deviceTimeZone(), useNow());
}
