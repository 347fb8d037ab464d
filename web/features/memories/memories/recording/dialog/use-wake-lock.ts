import { useEffect } from 'react';

/** Keeps the screen on while needed: phones stop the camera when it turns off. */
export function useWakeLock(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded || !('wakeLock' in navigator)) return;
    // Refused when the battery is low; recording then goes on without it.
    const lock = navigator.wakeLock.request('screen').catch(() => null);
    return () => void lock.then((held) => held?.release());
  }, [isNeeded]);
}
