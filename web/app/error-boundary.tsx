import { Component, type ComponentType, lazy, type ReactNode } from 'react';
import { buttonClasses } from '../ui/button-classes.ts';
import { Skeleton, SkeletonArea } from '../ui/skeleton.tsx';
import { SupportLink } from '../ui/support-link.tsx';

/** Catches a crashed page, or one whose code could not be fetched. Reloading helps in both cases. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? <Broken /> : this.props.children;
  }
}

/** Made of what every page has loaded already. */
function Broken() {
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto grid max-w-letter justify-items-center gap-4 px-4.5 py-28 text-center"
    >
      <title>Something went wrong · Long After</title>
      <div role="alert" className="grid gap-3">
        <h1 className="text-heading">This page could not be shown</h1>
        <p className="text-ink-soft">
          What you have saved is safe. Load the page again; if that does not help, write to <SupportLink />.
        </p>
      </div>
      <button
        type="button"
        className={buttonClasses({ variant: 'quiet' })}
        onClick={() => window.location.reload()}
      >
        Load again
      </button>
    </main>
  );
}

/** Shown while a page's code loads. */
export function PageSkeleton() {
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

/** A page that is loaded when it is opened. */
export function lazyPage<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load() }));
}
