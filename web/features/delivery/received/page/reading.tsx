import { type ReactNode, Suspense, useEffect, useState } from 'react';
import type { ReceivedMemories, ReceivedMemory } from '../../../../../shared/delivery/received.ts';
import { isWritten } from '../../../../../shared/memory-types.ts';
import { lazyComponent } from '../../../../lib/lazy.ts';
import { joinClasses } from '../../../../ui/join-classes.ts';
import { useArrivalFocus } from '../arrival-focus.ts';
import { ReceivedArticle, widths } from '../received-article.tsx';
import { useGrowth } from './opening.ts';
import { PageFoot } from './page-foot.tsx';
import { aboutOf, isOnlyOne } from './page-items.ts';
import type { PageLink } from './page-link.ts';

export { prepare } from './opening.ts';

const AboutPage = lazyComponent(async () => (await import('../acts/about-page.tsx')).AboutPage);
const WordsBack = lazyComponent(async () => (await import('../acts/words-back.tsx')).WordsBack);
const Keep = lazyComponent(async () => (await import('./keep.tsx')).Keep);

interface ReadingProps {
  page: PageLink;
  received: ReceivedMemories;
  /** The delivery being read; without it the first one that was opened here. */
  id?: string | undefined;
  /** True while the cover disappears. */
  isArriving?: boolean | undefined;
  /** The link back to the others. */
  back?: ReactNode;
  /** What is still closed and could come next. */
  next?: ReactNode;
}

/** A single memory, or what a first link brought, and nothing else; what can be done about it is below. */
export function Reading({ page, received, id, isArriving, back, next }: ReadingProps) {
  const { cover } = page;
  const { memories, ownerName } = received;
  const main = useArrivalFocus<HTMLElement>();
  useGrowth(main, isArriving === true);
  const [arrival] = useState(isArriving ? 'arrives-from-cover' : 'animate-rise');
  const { printed, print } = usePrintOfOne();
  const last = memories.at(-1);
  const width = joinClasses('w-full justify-self-center', last ? widths[last.type] : 'max-w-letter');
  const about = aboutOf(cover, id ?? memories[0]?.deliveryId);
  return (
    <main
      ref={main}
      id="main"
      tabIndex={-1}
      data-first={memories[0]?.type}
      className={joinClasses(
        'mx-auto grid w-full grid-cols-1 max-w-[calc(var(--container-video)+2.5rem)] wrap-anywhere px-5 pb-24 outline-none print:p-0',
        back ? 'pt-6 md:pt-10' : 'pt-16 md:pt-24',
        arrival,
      )}
    >
      <title>{`From ${cover.ownerFirstName}`}</title>
      {back && <div className={joinClasses(width, 'mb-8 print:hidden md:mb-12')}>{back}</div>}
      {memories.map((memory, index) => (
        <ReceivedArticle
          key={`${memory.id} ${memory.deliveredAt}`}
          memory={memory}
          ownerName={ownerName}
          recipientFirstName={cover.recipientFirstName}
          isFirst={index === 0}
          headingLevel={index === 0 ? 1 : 2}
          isLeftOut={printed !== null && printed !== memory.id}
          onPrint={() => print(memory.id)}
        />
      ))}
      <div className={joinClasses(width, 'print:hidden')}>
        <Suspense fallback={null}>
          {about && <WordsBack key={about.id} page={page} about={about} isNamed={memories.length > 1} />}
          {isOnlyOne(cover) && (
            <>
              {isWorthPacking(memories) && <Keep page={page} className="mt-8" />}
              <AboutPage page={page} />
            </>
          )}
        </Suspense>
        {next}
        {back && <div className="mt-12">{back}</div>}
        <PageFoot />
      </div>
    </main>
  );
}

/** Whether there is more than the one download shown beside it: two memories, or a letter and its book. */
function isWorthPacking(memories: readonly ReceivedMemory[]): boolean {
  const given = memories.filter(({ withdrawn, underReview }) => !withdrawn && !underReview);
  return given.length > 1 || given.some(({ type, downloadUrl }) => isWritten(type) && downloadUrl);
}

/** Prints one memory only; the browser's own print command prints everything on the page. */
function usePrintOfOne() {
  const [printed, print] = useState<string | null>(null);
  useEffect(() => {
    if (printed === null) return;
    const finish = () => print(null);
    window.addEventListener('afterprint', finish, { once: true });
    window.print();
    return () => window.removeEventListener('afterprint', finish);
  }, [printed]);
  return { printed, print };
}
