import { useEffect, useState } from 'react';
import { formatTime } from '../../../shared/dates.ts';
import type { OpenedMemory, StaffMemory } from '../../../shared/memories/staff-memories.ts';
import { deviceTimeZone } from '../../lib/device-time-zone.ts';
import { Link } from '../../ui/link.tsx';
import { LetterText } from '../../ui/sheet.tsx';
import { Skeleton, SkeletonArea } from '../../ui/skeleton.tsx';
import { useOpened } from './queries.ts';

/** What a member of staff has opened, until that is over. Nothing plays by itself. */
export function OpenedContent({ memory, openUntil }: { memory: StaffMemory; openUntil: string }) {
  const opened = useOpened(memory);
  const isOver = useIsOver(openUntil);
  if (isOver || opened.isError) return <p className="text-small text-ink-soft">It is closed again.</p>;
  return (
    <section aria-label="What you have opened" className="grid gap-3">
      <p className="text-small text-ink-soft">
        You may look at it until {formatTime(openUntil, deviceTimeZone())}.
      </p>
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

function useIsOver(instant: string): boolean {
  const leftMilliseconds = () => Date.parse(instant) - Date.now();
  const [isOver, setOver] = useState(() => leftMilliseconds() <= 0);
  useEffect(() => {
    const left = Date.parse(instant) - Date.now();
    setOver(left <= 0);
    const timer = window.setTimeout(() => setOver(true), Math.max(0, left));
    return () => window.clearTimeout(timer);
  }, [instant]);
  return isOver;
}
