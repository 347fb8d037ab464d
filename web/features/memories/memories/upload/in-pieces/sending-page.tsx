import { useEffect, useRef } from 'react';
import { ButtonLink } from '../../../../../ui/button-link.tsx';
import { ComposerBar } from '../composer-bar.tsx';
import { UploadList } from './upload-list.tsx';
import type { Queue, QueueRow } from './use-queue.ts';

/** Files being sent, until everything that can be kept is kept. */
export function SendingPage({ queue }: { queue: Queue }) {
  const { title, lead, isOver } = describe(queue.rows);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      <ComposerBar steps={['Select File', 'Add Details', 'Upload']} current={2} />
      <div className="mx-auto max-w-sheet pt-4">
        <h2
          ref={heading}
          tabIndex={-1}
          className="text-[clamp(2rem,3.6vw,2.75rem)] leading-tight outline-none"
        >
          {title}
        </h2>
        <p role="status" className="mt-2.5 text-lead text-pretty text-ink-soft">
          {lead}
        </p>
        <UploadList queue={queue} />
        {isOver && (
          <div className="mt-7 flex flex-wrap gap-3.5 max-md:flex-col">
            <ButtonLink href="/schedule">Choose a day</ButtonLink>
            <ButtonLink href="/upload" variant="quiet">
              Back to Share Memories
            </ButtonLink>
          </div>
        )}
      </div>
    </>
  );
}

function describe(rows: readonly QueueRow[]): { title: string; lead: string; isOver: boolean } {
  const count = (at: QueueRow['state']['at']) => rows.filter(({ state }) => state.at === at).length;
  const kept = count('kept');
  if (count('waiting') > 0) {
    const lead = 'What has arrived stays here. We go on as soon as the connection is back.';
    return { title: 'The connection is gone', lead, isOver: false };
  }
  if (count('sending') + count('turn') > 0) {
    const lead =
      rows.length > 1
        ? `${kept} of ${rows.length} are kept.`
        : 'If you leave this page, you can go on later.';
    return { title: 'On their way', lead, isOver: false };
  }
  const isWhole = kept === rows.length;
  if (isWhole)
    return { title: 'All of it is kept', lead: 'Nobody sees it before the day you choose.', isOver: true };
  return {
    title: `${kept} of ${rows.length} ${rows.length === 1 ? 'is' : 'are'} kept`,
    lead: 'What could not be kept is named below, with what you can do.',
    isOver: kept > 0,
  };
}
