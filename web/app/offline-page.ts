/** Has the browser show a page of ours where there is no connection. Without it nothing else is missing. */
export function keepOfflinePage(): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.register('/offline-worker.js').catch(() => undefined);
}
