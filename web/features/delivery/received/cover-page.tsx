import type { ReactNode } from 'react';
import type { ReceivedCover } from '../../../../shared/delivery/received.ts';
import { SupportLink } from '../../../ui/support-link.tsx';

/** The page where a code is needed: who left it, and for whom. */
export function CoverPage({ cover, children }: { cover: ReceivedCover; children: ReactNode }) {
  return (
    <main
      id="main"
      className="grid min-h-dvh animate-appear grid-cols-1 content-center justify-items-center gap-8 px-5 py-14 text-center md:gap-9"
    >
      <title>{`From ${cover.ownerFirstName}`}</title>
      <header>
        <p className="text-small text-ink-soft">For {cover.recipientFirstName}</p>
        <h1 className="mt-2.5 max-w-[17ch] wrap-anywhere text-[clamp(2.125rem,5vw,3.375rem)] leading-[1.12]">
          {cover.ownerFirstName} left this for you.
        </h1>
        {cover.leftFor && (
          <p className="mx-auto mt-4 max-w-[38ch] wrap-anywhere text-lead text-ink-soft">
            {cover.ownerFirstName} left it for {cover.leftFor}, who has died, and wanted you to have it then.
          </p>
        )}
      </header>
      {children}
      <p className="mt-2 text-small text-ink-soft">
        If you need help, write to <SupportLink />.
      </p>
    </main>
  );
}
