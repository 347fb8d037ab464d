import { useSyncExternalStore } from 'react';
import { OfflineBanner } from '../ui/OfflineBanner.tsx';

export function OfflineNotice() {
  const isOffline = useSyncExternalStore(
    onConnectionChange,
    () => !navigator.onLine,
    () => false,
  );
  return <OfflineBanner isOffline={isOffline} />;
}

function onConnectionChange(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
