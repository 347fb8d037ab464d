import { Suspense, useEffect, useRef } from 'react';
import { deviceTimeZone } from '../../../../lib/device.ts';
import { lazyComponent } from '../../../../lib/lazy.ts';
import { DayOnThread } from './day-on-thread.tsx';
import { PageFoot } from './page-foot.tsx';
import { aboutOf, daysOf } from './page-items.ts';
import { whoGives } from './page-labels.ts';
import type { PageLink } from './page-link.ts';
import { EndOfThread, StopToCome } from './page-thread.tsx';
import type { Opening } from './use-opening.ts';

const AboutPage = lazyComponent(async () => (await import('../acts/about-page.tsx')).AboutPage);
const WordsBack = lazyComponent(async () => (await import('../acts/words-back.tsx')).WordsBack);
const Keep = lazyComponent(async () => (await import('./keep.tsx')).Keep);

interface GivenPageProps {
  page: PageLink;
  opening: Opening;
  /** What was being read before returning here. */
  from?: string | undefined;
}

/** Everything given so far on one thread, with the newest on top and closed; at its end, what its recipient can do. */
export function GivenPage({ page, opening, from }: GivenPageProps) {
  const { cover } = page;
  const { ownerFirstName } = cover;
  const timeZone = deviceTimeZone();
  const title = useReturnFocus(from);
  const about = aboutOf(cover);
  return (
    <main
      id="main"
      className="mx-auto w-full max-w-[60rem] animate-rise px-4.5 pt-10 pb-20 wrap-anywhere md:px-6 md:pt-14 print:p-0"
    >
      <title>{`From ${ownerFirstName}`}</title>
      <h1
        ref={title}
        tabIndex={-1}
        className="text-[clamp(2.75rem,5.4vw,4.25rem)] leading-[1.08] outline-none"
      >
        From {ownerFirstName}
      </h1>
      <p className="mt-1.5 mb-9 font-serif text-title text-ink-soft md:mb-12">{whoGives(cover)}</p>
      <ol aria-label="Given so far, the newest first" className="given-thread">
        {cover.more === 'more' && (
          <StopToCome>More will come. {ownerFirstName} wanted the day to be a surprise.</StopToCome>
        )}
        {cover.more === 'last' && <EndOfThread ownerFirstName={ownerFirstName} />}
        {daysOf(cover, timeZone).map((day) => (
          <DayOnThread key={`${day.kind} ${day.date}`} day={day} page={page} opening={opening} />
        ))}
      </ol>
      <Suspense fallback={null}>
        {cover.opened.length > 0 && <Keep page={page} className="given-indent mt-8.5" />}
        {about && <WordsBack key={about.id} page={page} about={about} isNamed />}
        <AboutPage page={page} />
      </Suspense>
      <PageFoot />
    </main>
  );
}

/** After returning, the focus is on what was being read; otherwise on the heading of the page. */
function useReturnFocus(from: string | undefined) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const link = from && document.querySelector<HTMLElement>(`a[href="#${from}"]`);
    if (link) link.focus();
    else title.current?.focus({ preventScroll: true });
  }, [from]);
  return title;
}
