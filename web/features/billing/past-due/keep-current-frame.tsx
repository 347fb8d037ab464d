import type { ReactNode } from 'react';
import type { KeepCurrentPage } from '../../../../shared/billing/keep-current.ts';
import { cutLinkText } from '../../../lib/cut-link.ts';
import { Button } from '../../../ui/button.tsx';
import { SiteName } from '../../../ui/site-name.tsx';
import { Skeleton, SkeletonArea } from '../../../ui/skeleton.tsx';
import { SupportLink } from '../../../ui/support-link.tsx';

const column = 'mx-auto max-w-[calc(var(--container-page)+3rem)] px-4.5 md:px-6';

/** The name, the content, and whom to contact. No links to anything else. */
export function KeepCurrentFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="overflow-x-clip">
      <title>{`${title} · Long After`}</title>
      <header className={`${column} pt-[calc(1rem+env(safe-area-inset-top))]`}>
        <SiteName />
      </header>
      <main id="main" tabIndex={-1} className={`${column} outline-none`}>
        <div className="mx-auto max-w-190 pt-4 pb-14 wrap-anywhere md:pt-11 md:pb-20">{children}</div>
      </main>
      <footer className={column}>
        <p className="mx-auto max-w-190 border-t border-line pt-6 pb-11 text-small text-ink-soft">
          A person answers at <SupportLink />.
        </p>
      </footer>
    </div>
  );
}

export function Opening({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h1 className="max-w-[17ch] text-display text-balance">{title}</h1>
      <div className="mt-5 grid max-w-[54ch] gap-4 text-lead text-ink-soft">{children}</div>
    </>
  );
}

const title = 'What is due';

export function Loading() {
  return (
    <KeepCurrentFrame title={title}>
      <SkeletonArea label="Loading">
        <Skeleton className="h-28 w-120 max-w-full" />
        <Skeleton className="mt-6 h-24 w-full max-w-140" />
        <Skeleton className="mt-36 h-96" />
      </SkeletonArea>
    </KeepCurrentFrame>
  );
}

/** The same for every link that does not work, so that it reveals nothing about anybody. */
export function UnknownLink() {
  return (
    <KeepCurrentFrame title={title}>
      <Opening title="We do not know this link">
        <p>{cutLinkText} A link also closes some weeks after everything was paid.</p>
        <p>
          If that does not open it either, please keep the message and write to <SupportLink />.
        </p>
      </Opening>
    </KeepCurrentFrame>
  );
}

export function Unreachable({ onRetry }: { onRetry: () => void }) {
  return (
    <KeepCurrentFrame title={title}>
      <div role="alert">
        <Opening title="This page could not be reached">
          <p>
            Nothing is lost. Please check your connection and try again. If that does not help, write to{' '}
            <SupportLink />.
          </p>
          <Button size="large" className="mt-3 justify-self-start" onPress={onRetry}>
            Try again
          </Button>
        </Opening>
      </div>
    </KeepCurrentFrame>
  );
}

export function NothingDue({ page: { ownerFirstName, state } }: { page: KeepCurrentPage }) {
  return (
    <KeepCurrentFrame title={title}>
      {state === 'closed' ? (
        <Opening title="Nothing can be paid here">
          <p>No plan has to be paid for {ownerFirstName}’s account. You need not do anything.</p>
        </Opening>
      ) : (
        <Opening title={`Nothing is due on ${ownerFirstName}’s account`}>
          <p>It is paid, perhaps by somebody else in the meantime. You need not do anything.</p>
        </Opening>
      )}
    </KeepCurrentFrame>
  );
}
