import { messageOf } from '../lib/api/api-error.ts';

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

/** Says why something did not work: in the server's words for people, if there are any. */
export function showFailure(error: unknown, fallback = 'Please try again.', title = 'Error'): void {
  toast({ variant: 'destructive', title, description: messageOf(error, fallback) });
}

/** Dismisses the error that is shown, because what failed has now succeeded. */
export function dismissErrors(): void {
  toasts.dismissErrors();
}

/** A new toast replaces the one that is shown. */
const toastLimit = 1;
const toastDurationMs = 5000;
/** Somebody may want to read it twice before they press. */
const actionDurationMs = 15_000;
/** How long a dismissed toast stays in the queue, closed, before it is removed. */
const toastRemoveDelayMs = 1_000_000;

export interface ToastOptions {
  title: string;
  description?: string | undefined;
  variant?: 'default' | 'destructive' | undefined;
  action?: { label: string; onPress: () => void } | undefined;
  durationMs?: number | undefined;
}

export interface Toast extends ToastOptions {
  id: number;
  isOpen: boolean;
}

export interface Timers {
  start: (run: () => void, delayMs: number) => unknown;
  stop: (timer: unknown) => void;
  now: () => number;
}

/** The toasts of a page. Timers are a parameter, so that tests need not wait. */
export function createToastQueue(timers: Timers) {
  let toasts: readonly Toast[] = [];
  let nextId = 1;
  const countdowns = new Map<number, { leftMs: number; startedAt: number; timer: unknown }>();
  const listeners = new Set<() => void>();

  function publish(next: readonly Toast[]) {
    toasts = next;
    for (const listener of listeners) listener();
  }

  function stopCountdown(id: number) {
    timers.stop(countdowns.get(id)?.timer);
    countdowns.delete(id);
  }

  function countDown(id: number, leftMs: number) {
    const timer = timers.start(() => dismiss(id), leftMs);
    countdowns.set(id, { leftMs, startedAt: timers.now(), timer });
  }

  function dismiss(id: number) {
    stopCountdown(id);
    if (!toasts.some((toast) => toast.id === id && toast.isOpen)) return;
    publish(toasts.map((toast) => (toast.id === id ? { ...toast, isOpen: false } : toast)));
    timers.start(() => publish(toasts.filter((toast) => toast.id !== id)), toastRemoveDelayMs);
  }

  function add(options: ToastOptions): number {
    const id = nextId++;
    for (const toast of toasts) stopCountdown(toast.id);
    publish([{ ...options, id, isOpen: true }, ...toasts].slice(0, toastLimit));
    countDown(id, options.durationMs ?? (options.action ? actionDurationMs : toastDurationMs));
    return id;
  }

  /** Called when what went wrong has worked after all. */
  function dismissErrors() {
    for (const { id, variant } of toasts) if (variant === 'destructive') dismiss(id);
  }

  /** Keeps a toast open while it is hovered or focused. */
  function pause(id: number) {
    const countdown = countdowns.get(id);
    if (countdown?.timer === undefined) return;
    timers.stop(countdown.timer);
    const leftMs = countdown.leftMs - (timers.now() - countdown.startedAt);
    countdowns.set(id, { leftMs, startedAt: timers.now(), timer: undefined });
  }

  function resume(id: number) {
    const countdown = countdowns.get(id);
    if (countdown && countdown.timer === undefined) countDown(id, countdown.leftMs);
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  return { add, dismiss, dismissErrors, pause, resume, subscribe, list: () => toasts };
}
