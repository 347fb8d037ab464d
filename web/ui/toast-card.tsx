import { CircleAlert, CircleCheck, X } from 'lucide-react';
import type { FocusEvent, KeyboardEvent } from 'react';
import { joinClasses } from './join-classes.ts';
import { type Toast, toasts } from './toast.ts';

/** One toast; it stays while the pointer is over it or it has the focus. */
export function ToastCard({ toast }: { toast: Toast }) {
  const isDestructive = toast.variant === 'destructive';
  const Icon = isDestructive ? CircleAlert : CircleCheck;
  const pause = () => toasts.pause(toast.id);
  const resume = () => toasts.resume(toast.id);
  const dismiss = () => toasts.dismiss(toast.id);

  function handleBlur(event: FocusEvent) {
    if (!event.currentTarget.contains(event.relatedTarget)) resume();
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Escape') dismiss();
  }

  return (
    <section
      data-toast=""
      aria-label={toast.title}
      className={joinClasses(
        'pointer-events-auto flex animate-rise items-start gap-3 rounded-card border bg-card p-4 shadow-raised',
        isDestructive ? 'border-rose' : 'border-line',
      )}
      onMouseEnter={pause}
      onMouseLeave={resume}
      onFocus={pause}
      onBlur={handleBlur}
      onKeyDown={handleKey}
    >
      <Icon
        aria-hidden="true"
        strokeWidth={1.5}
        className={joinClasses('mt-0.5 size-5.5 flex-none', isDestructive ? 'text-rose' : 'text-sage')}
      />
      <div className="min-w-0 flex-1">
        <p className="leading-snug font-semibold">{toast.title}</p>
        {toast.description && <p className="mt-0.5 text-small text-ink-soft">{toast.description}</p>}
        {toast.action && <ToastAction action={toast.action} onDone={dismiss} />}
      </div>
      <button
        type="button"
        aria-label="Dismiss"
        className="-m-2 grid size-11 flex-none place-items-center rounded-full text-ink-soft hover:text-ink"
        onClick={dismiss}
      >
        <X aria-hidden="true" className="size-5" strokeWidth={1.5} />
      </button>
    </section>
  );
}

function ToastAction({ action, onDone }: { action: NonNullable<Toast['action']>; onDone: () => void }) {
  function run() {
    action.onPress();
    onDone();
  }
  return (
    <button
      type="button"
      className="min-h-11 font-medium text-pine underline decoration-1 underline-offset-4 hover:decoration-2"
      onClick={run}
    >
      {action.label}
    </button>
  );
}
