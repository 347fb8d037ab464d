import type { ToastOptions } from './toast-queue.ts';
import { createToastQueue } from './toast-queue.ts';

/** Shown by the Toaster. */
export const toasts = createToastQueue({
  start: (run, delayMs) => window.setTimeout(run, delayMs),
  stop: (timer) => typeof timer === 'number' && window.clearTimeout(timer),
  now: () => performance.now(),
});

/** Shows a short message. Returns a function that dismisses it. */
export function toast(options: ToastOptions): () => void {
  const id = toasts.add(options);
  return () => toasts.dismiss(id);
}

/** Dismisses the error that is shown, because what failed has succeeded. */
export function dismissErrors(): void {
  toasts.dismissErrors();
}
