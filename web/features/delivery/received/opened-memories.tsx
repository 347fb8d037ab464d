import { useEffect, useState } from 'react';
import type { ReceivedMemories, ReceivedMemory } from '../../../../shared/delivery/received.ts';
import { isWritten } from '../../../../shared/memory-types.ts';
import { reportPath } from '../../../../shared/report-link.ts';
import { buttonClasses } from '../../../ui/button-classes.ts';
import { joinClasses } from '../../../ui/join-classes.ts';
import { Link } from '../../../ui/link.tsx';
import { SupportLink } from '../../../ui/support-link.tsx';
import { useArrivalFocus } from './arrival-focus.ts';
import { ReceivedArticle, widths } from './received-article.tsx';

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
  const last = memories.at(-1);
  const lastWidth = last ? widths[last.type] : 'max-w-letter';
  return (
    <main
      ref={main}
      id="main"
      tabIndex={-1}
      data-first={memories[0]?.type}
      className={joinClasses(
        'mx-auto grid w-full grid-cols-1 max-w-[calc(var(--container-video)+2.5rem)] wrap-anywhere px-5 pt-16 pb-24 outline-none md:pt-24 print:p-0',
        arrival,
      )}
    >
      <title>{`From ${ownerFirstName}`}</title>
      {memories.map((memory, index) => (
        <ReceivedArticle
          key={`${memory.id} ${memory.deliveredAt}`}
          memory={memory}
          ownerName={ownerName}
          recipientFirstName={recipientFirstName}
          isFirst={index === 0}
          headingLevel={index === 0 ? 1 : 2}
          isLeftOut={printed !== null && printed !== memory.id}
          onPrint={() => print(memory.id)}
        />
      ))}
      {received.zipUrl && isWorthPacking(memories) && (
        <DownloadAll url={received.zipUrl} className={lastWidth} />
      )}
      <p
        className={joinClasses('mt-8 w-full justify-self-center text-small text-ink-soft', lastWidth)}
        data-print="hidden"
      >
        This page is yours alone. Nothing is asked of you. If you need help, write to <SupportLink />. If
        somebody who keeps words with us has died, you can <Link href={reportPath}>tell us here</Link>.
      </p>
    </main>
  );
}

/** Whether there is more than the one download that stands beside it: two memories, or a letter and its book. */
function isWorthPacking(memories: readonly ReceivedMemory[]): boolean {
  const given = memories.filter(({ withdrawn, underReview }) => !withdrawn && !underReview);
  return given.length > 1 || given.some(({ type, downloadUrl }) => isWritten(type) && downloadUrl);
}

function DownloadAll({ url, className }: { url: string; className: string }) {
  return (
    <p className={joinClasses('mt-8 w-full justify-self-center', className)} data-print="hidden">
      <a href={url} download="" className={buttonClasses({ variant: 'text', className: '-ml-1' })}>
        Download everything as one ZIP file
      </a>
    </p>
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
