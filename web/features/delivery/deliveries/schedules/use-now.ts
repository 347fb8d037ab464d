import { useEffect, useState } from 'react';

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
