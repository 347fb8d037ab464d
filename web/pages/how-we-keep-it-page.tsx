import { type ReactNode, useEffect } from 'react';
import { Link } from '../ui/link.tsx';
import { SupportLink } from '../ui/support-link.tsx';
import { mistaken, verified } from './how-we-keep-it/death.tsx';
import { files } from './how-we-keep-it/files.tsx';
import { closing, takingAlong } from './how-we-keep-it/leaving.tsx';
import { cannot } from './how-we-keep-it/limits.tsx';
import { unpaid } from './how-we-keep-it/money.tsx';
import type { Part, PartId } from './how-we-keep-it/part.tsx';
import { PartOnThread } from './how-we-keep-it/part-on-thread.tsx';
import { whoCanRead } from './how-we-keep-it/readers.tsx';
import { BackLink, Column } from './page-parts.tsx';
import { PublicPage } from './public-page.tsx';

const parts: readonly Part[] = [files, whoCanRead, verified, mistaken, unpaid, closing, takingAlong, cannot];

interface HowWeKeepItPageProps {
  /** Shows an owner a figure from their own account beside what a part says. */
  figureOf?: (id: PartId) => ReactNode;
}

/** What people want to know before they trust us with their letters, in the order in which they ask. */
export function HowWeKeepItPage({ figureOf }: HowWeKeepItPageProps) {
  useEffect(showPartInAddress, []);
  return (
    <PublicPage path="/how-we-keep-it">
      <Column as="main" id="main" tabIndex={-1} className="pb-16 outline-none md:pb-20">
        <BackLink href="/">Back to Home</BackLink>
        <h1 className="mt-3 text-hero md:mt-6">How we keep it</h1>
        <p className="mt-3.5 max-w-[32em] text-lead text-ink-soft md:mt-5">
          What you leave here cannot be written twice. So this page says plainly what we do with it, who can
          read it, and what we cannot do.
        </p>
        <Contents />
        <ol>
          {parts.map((part, index) => (
            <PartOnThread
              key={part.id}
              part={part}
              figure={figureOf?.(part.id)}
              isLast={index === parts.length - 1}
            />
          ))}
        </ol>
        <p className="mt-14 border-t border-line pt-6.5 md:mt-20">
          Something is missing here, or sounds different from what you saw? Write to <SupportLink />.
        </p>
      </Column>
    </PublicPage>
  );
}

function Contents() {
  return (
    <nav aria-label="On this page" data-print="hidden" className="mt-8 md:mt-12">
      <ol className="grid border-y border-line max-sm:divide-y max-sm:divide-line sm:grid-flow-col sm:grid-rows-4 sm:justify-between sm:gap-x-7 sm:py-3 lg:grid-rows-2">
        {parts.map(({ id, title }) => (
          <li key={id}>
            <Link
              href={`#${id}`}
              variant="plain"
              className="flex min-h-11 items-center gap-3.5 text-[1.0625rem] leading-snug before:size-2 before:flex-none before:rounded-full before:border-[1.5px] before:border-thread hover:underline hover:underline-offset-4"
            >
              {title}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** When the app renders the page, the browser has looked for the section in the URL before it existed. */
function showPartInAddress(): void {
  document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
}
