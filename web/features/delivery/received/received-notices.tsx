import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Skeleton, SkeletonArea } from '../../../ui/skeleton.tsx';
import { SupportLink } from '../../../ui/support-link.tsx';
import { useArrivalFocus } from './arrival-focus.ts';

/** As tall as the cover of a letter, so that nothing moves when it loads. */
export function CoverSkeleton() {
  return (
    <SkeletonArea label="Loading" className="cover before:hidden">
      <div className="px-5.5">
        <Skeleton className="cover-title h-[2lh] w-72 max-w-full @[29rem]:h-[1lh] @[29rem]:w-[11.5em]" />
      </div>
      <div className="bound mb-25! @[56rem]:mb-11.5!">
        <div className="packet">
          <Skeleton className="size-full" />
        </div>
      </div>
      <div className="grid justify-items-center px-5.5">
        <Skeleton className="h-[1lh] w-70 max-w-full text-lead" />
        <Skeleton className="mt-7 mb-22.5 h-14 w-50 rounded-full" />
        <Skeleton className="h-[2lh] w-85 max-w-full text-small @[29rem]:h-[1lh]" />
      </div>
    </SkeletonArea>
  );
}

/** The cover could not be loaded because of the network or the server. */
export function CoverFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice title="This page could not be reached">
      <p>
        What was left for you is safe. Please check your connection and try again. If that does not help,
        write to <SupportLink />.
      </p>
      <Button size="large" className="mt-3 justify-self-center" onPress={onRetry}>
        Try again
      </Button>
    </Notice>
  );
}

export function Notice({ title, children }: { title: string; children: ReactNode }) {
  const heading = useArrivalFocus<HTMLHeadingElement>();
  return (
    <main
      id="main"
      className="mx-auto grid min-h-dvh max-w-130 content-center px-5 py-14 text-center text-ink-soft"
    >
      <title>{title}</title>
      <div role="alert" className="grid gap-4 text-pretty">
        <h1 ref={heading} tabIndex={-1} className="mb-1 text-display text-ink outline-none">
          {title}
        </h1>
        {children}
      </div>
    </main>
  );
}
