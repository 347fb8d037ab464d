import { formatDate } from '../../../../shared/dates.ts';
import type { ReceivedMemory } from '../../../../shared/delivery/received.ts';
import type { MemoryType } from '../../../../shared/memory-types.ts';
import { deviceTimeZone } from '../../../lib/device.ts';
import { Thread } from '../../../ui/thread.tsx';
import { MemoryTools } from './memory-tools.tsx';
import { ReceivedContent } from './received-content.tsx';

/** A video may be wider than a letter. */
export const widths: Readonly<Record<MemoryType, string>> = {
  letter: 'max-w-letter',
  photo: 'max-w-letter',
  audio: 'max-w-letter',
  video: '',
};

interface ReceivedArticleProps {
  memory: ReceivedMemory;
  ownerName: string;
  recipientFirstName: string;
  isFirst: boolean;
  headingLevel: 1 | 2 | 3;
  /** Whether a different memory is being printed. */
  isLeftOut?: boolean;
  /** Without it there is nothing to print. */
  onPrint?: (() => void) | undefined;
}

/** One memory, as its recipient reads it. */
export function ReceivedArticle(props: ReceivedArticleProps) {
  const { memory, ownerName, recipientFirstName, isFirst, headingLevel, isLeftOut, onPrint } = props;
  const Heading = `h${headingLevel}` as const;
  const absence = describeAbsence(memory, ownerName);
  return (
    <>
      {!isFirst && <Between />}
      <article
        data-print={isLeftOut ? 'hidden' : undefined}
        className={`w-full min-w-0 justify-self-center print:not-first:break-before-page ${widths[memory.type]}`}
      >
        <header>
          <p className="flex flex-wrap items-center gap-x-3.5 text-small text-ink-soft">
            <span>
              {ownerName}
              {memory.createdAt && <>, {formatDate(memory.createdAt, deviceTimeZone())}</>}
            </span>
            {isFirst && <ToToday />}
          </p>
          <Heading dir="auto" className="mt-2 text-display">
            {memory.title}
          </Heading>
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
    <span
      aria-hidden="true"
      className="to-today hidden min-w-24 flex-1 items-center gap-3.5 sm:flex print:hidden"
    >
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
