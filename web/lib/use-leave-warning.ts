import { useEffect } from 'react';
import { beforeSessionEnd } from './api/session-end.ts';

/** While it is needed, the browser asks before the page is left. */
export function useLeaveWarning(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    const stopAsking = () => window.removeEventListener('beforeunload', ask);
    window.addEventListener('beforeunload', ask);
    // After the end of a session the page reloads by itself, and staying is not possible.
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
