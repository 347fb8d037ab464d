import { useEffect } from 'react';
import { beforeSessionEnd } from './api/session-end.ts';

/** While it is needed the browser asks before the page goes away. */
export function useLeaveWarning(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    const stopAsking = () => window.removeEventListener('beforeunload', ask);
    window.addEventListener('beforeunload', ask);
    // Where the session is over the page loads anew by itself, and nobody could answer "stay".
    const stopListening = beforeSessionEnd(() => {
      stopAsking();
      return false;
    });
    return () => {
      stopAsking();
      stopListening();
    };
  }, [isNeeded]);
}
