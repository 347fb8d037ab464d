import { type ReactNode, useEffect, useRef } from 'react';
import type { Linked } from '../lib/use-linked.ts';
import { Button } from './button.tsx';
import { joinClasses } from './join-classes.ts';
import { Skeleton, SkeletonArea } from './skeleton.tsx';
import { SupportLink } from './support-link.tsx';

interface LinkPageProps {
  title: string;
  /** True if it replaces the button that was pressed, so that it is read aloud. */
  takesFocus?: boolean;
  isWide?: boolean;
  children: ReactNode;
}

/** The page of a link in a message: it says one thing, and leads nowhere else. */
export function LinkPage({ title, takesFocus = false, isWide = false, children }: LinkPageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <main
      id="main"
      tabIndex={-1}
      className={joinClasses('mx-auto px-4.5 py-8 outline-none md:px-6 md:py-12', widthOf(isWide))}
    >
      <title>{`${title} · Long After`}</title>
      <p className="mb-12 font-serif text-[1.5625rem] leading-none font-medium tracking-[-0.01em] md:mb-20">
        Long After
      </p>
      <div className="grid gap-4.5">
        <h1 ref={heading} tabIndex={-1} className="mb-1 text-display wrap-anywhere outline-none">
          {title}
        </h1>
        {children}
      </div>
    </main>
  );
}

interface LinkAnswerProps<Page> {
  linked: { state: Linked<Page>; retry: () => void };
  /** What to do if the link is unknown. */
  unknown: string;
  children: (page: Page, wasPressed: boolean) => ReactNode;
}

/** The wide page of a link, while it is read and for any outcome. */
export function LinkAnswer<Page>({ linked: { state, retry }, unknown, children }: LinkAnswerProps<Page>) {
  switch (state.step) {
    case 'loading':
      return <LinkLoading isWide />;
    case 'unknown':
      return (
        <LinkPage isWide title="We do not know this link">
          <p className="text-lead text-ink-soft">{unknown}</p>
          <p className="text-ink-soft">
            If that does not help, please write to <SupportLink />, and a person here looks into it.
          </p>
        </LinkPage>
      );
    case 'unreachable':
      return (
        <LinkUnreachable isWide onRetry={retry}>
          <p className="text-lead text-ink-soft">
            Nothing was changed. Please check your connection and try again, or write to <SupportLink />.
          </p>
        </LinkUnreachable>
      );
    case 'known':
      return children(state.page, state.wasPressed);
  }
}

/** Shown if the link could not be read because of the network or the server. */
export function LinkUnreachable({
  children,
  onRetry,
  isWide = false,
}: Pick<LinkPageProps, 'isWide' | 'children'> & { onRetry: () => void }) {
  return (
    <LinkPage title="This page could not be reached" isWide={isWide}>
      {children}
      <Button size="large" className="mt-3 justify-self-start" onPress={onRetry}>
        Try again
      </Button>
    </LinkPage>
  );
}

export function LinkLoading({ isWide = false }: Pick<LinkPageProps, 'isWide'>) {
  return (
    <SkeletonArea
      label="Loading"
      className={joinClasses('mx-auto grid gap-6 px-4.5 pt-30 md:px-6', widthOf(isWide))}
    >
      <Skeleton className="h-14 max-w-96" />
      <Skeleton className="h-24" />
      <Skeleton className="h-14 w-40 rounded-full" />
    </SkeletonArea>
  );
}

function widthOf(isWide: boolean): string {
  return isWide ? 'max-w-190' : 'max-w-letter';
}
