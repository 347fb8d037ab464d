import { Component, type ReactNode } from 'react';
import { LoadError } from '../lib/lazy.ts';
import { useOnline } from '../lib/use-online.ts';
import { buttonClasses } from '../ui/button-classes.ts';
import { Skeleton, SkeletonArea } from '../ui/skeleton.tsx';
import { SupportLink } from '../ui/support-link.tsx';

/** Catches a crashed page, or one whose code could not be fetched. Reloading helps in both cases. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error instanceof LoadError) return <Offline />;
    return error ? <Crashed /> : this.props.children;
  }
}

function Crashed() {
  return (
    <Trouble title="This page could not be shown" action="Load again">
      What you have saved is safe. If loading it again does not help, write to <SupportLink />.
    </Trouble>
  );
}

/** The text of the page that the browser keeps for when it is offline (web/public/offline-worker.js). */
function Offline() {
  return (
    <Trouble title="You are offline" action="Try again">
      Long After needs a connection. Everything you saved is safe, and your deliveries go out as planned.
    </Trouble>
  );
}

interface TroubleProps {
  title: string;
  action: string;
  children: ReactNode;
}

/** Uses only what every page has already loaded. */
function Trouble({ title, action, children }: TroubleProps) {
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto grid max-w-letter justify-items-center gap-4 px-4.5 py-28 text-center"
    >
      <title>{`${title} · Long After`}</title>
      <div role="alert" className="grid gap-3">
        <h1 className="text-heading">{title}</h1>
        <p className="text-ink-soft">{children}</p>
      </div>
      <button
        type="button"
        className={buttonClasses({ variant: 'quiet' })}
        onClick={() => window.location.reload()}
      >
        {action}
      </button>
    </main>
  );
}

/** Shown while a page's code loads, which happens once there is a connection again. */
export function PageSkeleton() {
  if (!useOnline()) return <Offline />;
  return (
    <SkeletonArea
      label="Loading"
      className="mx-auto w-full max-w-[calc(var(--container-page)+3rem)] px-4.5 pt-6 pb-20 md:px-6 md:pt-10"
    >
      <Skeleton className="h-11 w-72 max-w-full" />
      <Skeleton className="mt-4 h-6 w-96 max-w-full" />
      <Skeleton className="mt-10 h-64" />
    </SkeletonArea>
  );
}
