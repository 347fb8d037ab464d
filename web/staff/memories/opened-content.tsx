import { useEffect, useState } from 'react';
import { openingMinutes } from '../../../shared/memories/memory-limits.ts';
import type { OpenedMemory, StaffMemory } from '../../../shared/memories/staff-memories.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { Link } from '../../ui/link.tsx';
import { ReadFailure } from '../../ui/read-failure.tsx';
import { LetterText } from '../../ui/sheet.tsx';
import { Skeleton, SkeletonArea } from '../../ui/skeleton.tsx';
import { ActDialog } from '../console/act-dialog.tsx';
import { staffTime } from '../console/format.ts';
import { itemLabels } from './labels.ts';
import { sendReview, useOpened } from './requests.ts';
import { stillOpenUntil } from './review-state.ts';

/** A memory that a member of staff has opened, for as long as they may look at it. Nothing plays by itself. */
export function OpenedContent({ memory, openUntil }: { memory: StaffMemory; openUntil: string }) {
  const opened = useOpened(memory);
  if (opened.error instanceof ApiError && opened.error.status === 403)
    return <p className="text-small text-ink-soft">It is closed again.</p>;
  if (opened.isError && !opened.data) {
    const { isFetching, refetch } = opened;
    return (
      <ReadFailure
        what={`the ${itemLabels[memory.type]}`}
        safe="Nothing was changed."
        isRetrying={isFetching}
        onRetry={refetch}
      />
    );
  }
  return (
    <section aria-label="What you have opened" className="grid gap-3">
      <p className="text-small text-ink-soft">You may look at it until {staffTime(openUntil)}.</p>
      {opened.data ? (
        <Content opened={opened.data} memory={memory} />
      ) : (
        <SkeletonArea label="Opening it">
          <Skeleton className="h-60" />
        </SkeletonArea>
      )}
    </section>
  );
}

function Content({ opened, memory }: { opened: OpenedMemory; memory: StaffMemory }) {
  const { content, displayUrl, fileUrl } = opened;
  const [isUnplayable, setUnplayable] = useState(false);
  if (content !== null) {
    return (
      <div className="max-h-140 overflow-y-auto rounded-choice border border-line p-5 wrap-anywhere">
        <LetterText text={content} />
      </div>
    );
  }
  if (!displayUrl || !fileUrl) return null;
  const media = { src: displayUrl, onError: () => setUnplayable(true) };
  return (
    <>
      {isUnplayable ? (
        <p>This browser cannot show it.</p>
      ) : (
        {
          photo: (
            <img {...media} alt={`What “${memory.title}” shows`} className="max-h-140 rounded-control" />
          ),
          video: (
            <video
              {...media}
              aria-label={memory.title}
              controls
              playsInline
              preload="metadata"
              className="max-h-140 w-full rounded-control bg-black"
            />
          ),
          audio: (
            <audio {...media} aria-label={memory.title} controls preload="metadata" className="w-full" />
          ),
          letter: null,
        }[memory.type]
      )}
      <p className="text-small">
        <Link href={fileUrl} target="_blank" className="inline-flex min-h-11 items-center">
          The file as it came
        </Link>
      </p>
    </>
  );
}

/** Null once the time is up. */
export function useOpenUntil(memory: StaffMemory): string | null {
  const [now, setNow] = useState(() => Date.now());
  const { openUntil } = memory;
  useEffect(() => {
    if (openUntil === null) return;
    const end = Date.parse(openUntil);
    // Timers can fire slightly early.
    const timer = window.setTimeout(() => setNow(Math.max(end, Date.now())), Math.max(0, end - Date.now()));
    return () => window.clearTimeout(timer);
  }, [openUntil]);
  return stillOpenUntil(memory, now);
}

export function OpenDialog({ memory, onClose }: { memory: StaffMemory; onClose: () => void }) {
  const { owner, type } = memory;
  return (
    <ActDialog
      title={`Open the ${itemLabels[type]}`}
      action="Open"
      what={`You may look at it for ${openingMinutes} minutes. ${owner.firstName} sees that it was opened, when, and why.`}
      reasonNote={`${owner.firstName} reads it, and it is kept in the audit log`}
      send={(reason) => sendReview<OpenedMemory>(memory, 'openings', reason)}
      onClose={onClose}
    />
  );
}
