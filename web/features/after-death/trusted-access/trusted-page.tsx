import { Suspense } from 'react';
import type { TrustedPage as Page } from '../../../../shared/after-death/trusted-access.ts';
import { lazyComponent } from '../../../lib/lazy.ts';
import { TrustedSkeleton, Unreachable } from './notices.tsx';
import { type TrustedLink, useTrusted } from './use-trusted.ts';

const Closed = lazyComponent(async () => (await import('./dead-ends.tsx')).Closed);
const UnknownLink = lazyComponent(async () => (await import('./dead-ends.tsx')).UnknownLink);
const Looking = lazyComponent(async () => (await import('./looking.tsx')).Looking);
const OpenPage = lazyComponent(async () => (await import('./open-page.tsx')).OpenPage);
const WindowQuestion = lazyComponent(async () => (await import('./window-question.tsx')).WindowQuestion);

/** The page of one trusted contact: first a question, and after a release the people in the owner's address book. */
export function TrustedPage({ token }: { token: string }) {
  const { state, retry, link } = useTrusted(token);
  switch (state.step) {
    case 'loading':
      return <TrustedSkeleton />;
    case 'unreachable':
      return <Unreachable onRetry={retry} />;
    case 'unknown':
    case 'known':
      return (
        <Suspense fallback={<TrustedSkeleton />}>
          {state.step === 'known' ? <Known page={state.page} link={link} /> : <UnknownLink />}
        </Suspense>
      );
  }
}

export function Known({ page, link }: { page: Page; link: TrustedLink }) {
  switch (page.state) {
    case 'window':
      return <WindowQuestion page={page} link={link} />;
    case 'looking':
      return <Looking page={page} link={link} />;
    case 'open':
      return <OpenPage page={page} link={link} />;
    case 'closed':
      return <Closed page={page} />;
  }
}
