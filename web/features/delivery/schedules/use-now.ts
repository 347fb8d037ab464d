import { useEffect, useState } from 'react';

const tickMs = 15_000;

/** Milliseconds since 1970, a quarter of a minute old at most: what is "today" or "past" changes while a page stays open. */
export function useNow(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNowMs(Date.now()), tickMs);
    return () => window.clearInterval(timer);
  }, []);
  return nowMs;
}
