import { useState } from 'react';
import { clockFace, describeLength } from '../../../../shared/lengths.ts';
import type { Memory } from '../../../../shared/memories/memories.ts';
import { Link } from '../../../ui/link.tsx';
import { SoundPlayer } from '../../../ui/players/players.tsx';
import { excerptOf } from './excerpt.ts';
import { memoryKinds } from './memory-kinds.ts';
import { memoryPath } from './memory-path.ts';

/**
 * The beginning of a letter, the thumbnail of a photo or video, or an icon: a second way to the page of the memory. A sound can
 * be heard here.
 */
export function MemoryPreview({ memory }: { memory: Memory }) {
  const { id, type, title, displayUrl, peaks, durationSeconds } = memory;
  if (type === 'audio' && displayUrl && memory.approval !== 'unreadable') {
    return (
      <div className="grid min-h-38 items-center border-b border-line bg-gold-wash px-4 py-2.5 md:px-5.5">
        <SoundPlayer
          src={displayUrl}
          peaks={peaks}
          durationSeconds={durationSeconds}
          label={title}
          placeName={id}
          size="small"
        />
      </div>
    );
  }
  return (
    <Link
      href={memoryPath(id)}
      variant="plain"
      aria-hidden="true"
      tabIndex={-1}
      className="relative grid h-38 flex-none grid-cols-1 grid-rows-1 place-items-center overflow-hidden border-b border-line bg-gold-wash"
    >
      {type === 'letter' ? <Paper text={memory.content ?? ''} /> : <Picture memory={memory} />}
    </Link>
  );
}

/** A sheet that lies in the area, its lower end out of sight. */
function Paper({ text }: { text: string }) {
  return (
    <span className="mt-4 size-full max-w-[calc(100%-2.5rem)] overflow-hidden rounded-t-small border border-line bg-card px-5 pt-4.5 shadow-card">
      <span className="line-clamp-3 font-serif text-lead whitespace-pre-line text-ink-soft">
        {excerptOf(text)}
      </span>
    </span>
  );
}

function Picture({ memory }: { memory: Memory }) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const Icon = memoryKinds[memory.type].icon;
  return (
    <>
      {memory.thumbnailUrl && memory.thumbnailUrl !== failedUrl ? (
        <img
          src={memory.thumbnailUrl}
          alt=""
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
          onError={() => setFailedUrl(memory.thumbnailUrl)}
        />
      ) : (
        <Icon className="size-9 text-gold" strokeWidth={1.25} />
      )}
    </>
  );
}

export function Length({ seconds }: { seconds: number }) {
  return (
    <p className="pointer-events-none absolute right-2.5 bottom-2.5 rounded-small bg-card px-2 text-small text-ink lining-nums tabular-nums">
      <span aria-hidden="true">{clockFace(Math.max(1, seconds))}</span>
      <span className="sr-only">{describeLength(seconds)}</span>
    </p>
  );
}
