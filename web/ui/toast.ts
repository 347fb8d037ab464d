import type { ToastOptions } from './toast-queue.ts';
import { createToastQueue } from './toast-queue.ts';

/** The page's toasts, shown by the Toaster. */
export const toasts = createToastQueue({
  start: (run, delayMs) => window.setTimeout(run, delayMs),
  stop: (timer) => typeof timer === 'number' && window.clearTimeout(timer),
  now: () => performance.now(),
});

/** Shows a short message; returns a function that takes it away again. */
export function toast(options: ToastOptions): () => void {
  const id = toasts.add(options);
  return () => toasts.dismiss(id);
}
