import type { ReactNode } from 'react';
import { SupportLink } from '../../../ui/support-link.tsx';

const column = 'mx-auto max-w-[calc(var(--container-page)+3rem)] px-4.5 md:px-6';

/** The name, the content, and a person to turn to. No ways to anything else. */
export function KeepCurrentFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="overflow-x-clip">
      <title>{`${title} · Long After`}</title>
      <header className={`${column} pt-[calc(1rem+env(safe-area-inset-top))]`}>
        <p className="inline-flex min-h-11 items-center font-serif text-[1.5625rem] leading-none font-medium tracking-[-0.01em]">
          Long After
        </p>
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
