import { useEffect, useState } from 'react';
import { formatDate } from '../../../../shared/dates.ts';
import type { ReceivedMemories, ReceivedMemory } from '../../../../shared/delivery/received.ts';
import { reportPath } from '../../../../shared/report-link.ts';
import { deviceTimeZone } from '../../../lib/device-time-zone.ts';
import { joinClasses } from '../../../ui/join-classes.ts';
import { Link } from '../../../ui/link.tsx';
import { SupportLink } from '../../../ui/support-link.tsx';
import { Thread } from '../../../ui/thread.tsx';
import { useArrivalFocus } from './arrival-focus.ts';
import { MemoryTools } from './memory-tools.tsx';
import { ReceivedContent } from './received-content.tsx';

interface OpenedMemoriesProps {
  ownerFirstName: string;
  recipientFirstName: string;
  received: ReceivedMemories;
  /** While the cover gives way to it. */
  isArriving?: boolean | undefined;
}

/** All memories from this owner, the one of this link first. */
export function OpenedMemories(props: OpenedMemoriesProps) {
  const { ownerFirstName, recipientFirstName, received, isArriving } = props;
  const main = useArrivalFocus<HTMLElement>();
  const { memories, ownerName } = received;
  const [arrival] = useState(isArriving ? 'arrives-from-cover' : 'animate-rise');
  const { printed, print } = usePrintOfOne();
  return (
    <main
      ref={main}
      id="main"
      tabIndex={-1}
      data-first={memories[0]?.type}
      className={joinClasses(
        'mx-auto grid w-full grid-cols-1 max-w-[calc(var(--container-video)+2.5rem)] wrap-anywhere px-5 pt-16 pb-24 outline-none md:pt-24',
        arrival,
      )}
    >
      <title>{`From ${ownerFirstName}`}</title>
      {memories.map((memory, index) => (
        <Article
          key={`${memory.id} ${memory.deliveredAt}`}
          memory={memory}
          ownerName={ownerName}
          recipientFirstName={recipientFirstName}
          isFirst={index === 0}
          isLeftOut={printed !== null && printed !== memory.id}
          onPrint={() => print(memory.id)}
        />
      ))}
      <p
        className={`mt-8 w-full justify-self-center text-small text-ink-soft ${memories.at(-1)?.type === 'video' ? '' : 'max-w-letter'}`}
        data-print="hidden"
      >
        This page is yours alone. Nothing is asked of you. If you need help, write to <SupportLink />. Should
        somebody have died who keeps words with us, you can <Link href={reportPath}>tell us here</Link>.
      </p>
    </main>
  );
}

interface ArticleProps {
  memory: ReceivedMemory;
  ownerName: string;
  recipientFirstName: string;
  isFirst: boolean;
  /** Whether only another memory is being printed. */
  isLeftOut: boolean;
  onPrint: () => void;
}

function Article(props: ArticleProps) {
  const { memory, ownerName, recipientFirstName, isFirst, isLeftOut, onPrint } = props;
  const Heading = isFirst ? 'h1' : 'h2';
  const absence = describeAbsence(memory, ownerName);
  return (
    <>
      {!isFirst && <Between />}
      <article
        data-print={isLeftOut ? 'hidden' : undefined}
        className={`w-full min-w-0 justify-self-center print:not-first:break-before-page ${memory.type === 'video' ? '' : 'max-w-letter'}`}
      >
        <header>
          <p className="flex flex-wrap items-center gap-x-3.5 text-small text-ink-soft">
            <span>
              {ownerName}
              {memory.createdAt && <>, {formatDate(memory.createdAt, deviceTimeZone())}</>}
            </span>
            {isFirst && <ToToday />}
          </p>
          <Heading className="mt-2 text-display">{memory.title}</Heading>
          {memory.leftFor && (
            <p className="mt-3 text-ink-soft">
              {ownerName} left this for {memory.leftFor}, who has died.
            </p>
          )}
        </header>
        {absence ? (
          <p className="mt-7 text-lead text-ink-soft">{absence}</p>
        ) : (
          <>
            <ReceivedContent memory={memory} recipientFirstName={recipientFirstName} />
            <MemoryTools memory={memory} onPrint={onPrint} />
          </>
        )}
      </article>
    </>
  );
}

/** The thread of the closed page, from the day it was made to the day it is read. */
function ToToday() {
  return (
    <span className="hidden min-w-24 flex-1 items-center gap-3.5 sm:flex print:hidden">
      <Thread
        path="M0 7 C 90 16, 190 -4, 300 7"
        viewBox="0 0 300 14"
        isStretched
        className="h-3.5 min-w-0 flex-1"
      />
      <span>today</span>
    </span>
  );
}

/** Why the memory cannot be shown; null if it can. */
function describeAbsence({ withdrawn, underReview }: ReceivedMemory, ownerName: string): string | null {
  if (withdrawn) return `${ownerName} decided not to share it any longer.`;
  if (underReview)
    return `${ownerName} changed it, and we are checking it. Please come back in a little while.`;
  return null;
}

function Between() {
  return (
    <Thread
      path="M1 10 C 24 -4, 44 24, 66 10 S 104 2, 119 12"
      viewBox="0 0 120 20"
      className="my-16 h-5 w-30 justify-self-center md:my-20 print:hidden"
    />
  );
}

/** Prints one memory only; the browser's own print command prints all of them. */
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
