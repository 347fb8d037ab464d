import { useEffect } from 'react';

/** Keeps the screen lit while it is needed: phones stop the camera when theirs goes dark. */
export function useWakeLock(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded || !('wakeLock' in navigator)) return;
    // Refused where the battery is low: then the screen does as it always does.
    const lock = navigator.wakeLock.request('screen').catch(() => null);
    return () => void lock.then((held) => held?.release());
  }, [isNeeded]);
}
