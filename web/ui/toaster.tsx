import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { type Toast, toasts } from './toast.ts';

const loadCard = () =>
  import('./toast-card.tsx').then(
    ({ ToastCard: Card }) => Card,
    () => PlainToast,
  );
const ToastCard = lazy(async () => ({ default: await loadCard() }));

/** Render once per page. The live regions always exist, because one that appears together with its text is not announced. */
export function Toaster() {
  // Preloaded, because the network may be gone when the first toast comes.
  useEffect(() => void loadCard(), []);
  const open = useSyncExternalStore(toasts.subscribe, toasts.list).filter(({ isOpen }) => isOpen);
  return (
    <div data-react-aria-top-layer="true" className="toaster">
      <div role="status">
        <Cards shown={open.filter(({ variant }) => variant !== 'destructive')} />
      </div>
      <div role="alert">
        <Cards shown={open.filter(({ variant }) => variant === 'destructive')} />
      </div>
    </div>
  );
}

/** Shown if the card could not be loaded. */
function PlainToast({ toast }: { toast: Toast }) {
  return <p>{toast.title}</p>;
}

function Cards({ shown }: { shown: readonly Toast[] }) {
  return (
    <Suspense fallback={null}>
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </Suspense>
  );
}
