import { useState } from 'react';
import type { Memory } from '../../../../shared/memories/memories.ts';
import { joinClasses } from '../../../ui/join-classes.ts';
import { Link } from '../../../ui/link.tsx';
import { SoundPlayer, VideoPlayer } from '../../../ui/players/players.tsx';
import { excerptOf, memoryKinds, memoryPath } from './memory-facts.ts';

/**
 * The beginning of a letter, the thumbnail of a photo or video, or an icon: another link to the memory's
 * page. A sound or video plays here.
 */
export function MemoryPreview({ memory }: { memory: Memory }) {
  const { id, type, title, displayUrl, peaks, durationSeconds } = memory;
  const isPlayable = displayUrl !== null && memory.approval !== 'unreadable';
  if (!isPlayable || type === 'photo' || type === 'letter') return <WayToPage memory={memory} isAlone />;
  const recording = {
    src: displayUrl,
    peaks,
    durationSeconds,
    label: title,
    placeName: id,
    size: 'small',
  } as const;
  if (type === 'audio') {
    return (
      <div className="grid min-h-38 items-center border-b border-line bg-gold-wash px-4 py-2.5 md:px-5.5">
        <SoundPlayer {...recording} />
      </div>
    );
  }
  return (
    <div className="min-h-38 border-b border-line bg-gold-wash">
      <VideoPlayer {...recording} cover={<WayToPage memory={memory} />} />
    </div>
  );
}

function WayToPage({ memory, isAlone }: { memory: Memory; isAlone?: boolean }) {
  return (
    <Link
      href={memoryPath(memory.id)}
      variant="plain"
      aria-hidden="true"
      tabIndex={-1}
      className={joinClasses(
        'relative grid h-38 min-w-0 flex-none grid-cols-1 grid-rows-1 place-items-center overflow-hidden',
        isAlone && 'border-b border-line bg-gold-wash',
      )}
    >
      {memory.type === 'letter' ? <Paper text={memory.content ?? ''} /> : <Picture memory={memory} />}
    </Link>
  );
}

/** A sheet whose lower end is cut off by the area. */
function Paper({ text }: { text: string }) {
  return (
    <span className="mt-4 size-full max-w-[calc(100%-2.5rem)] overflow-hidden rounded-t-small border border-line bg-card px-5 pt-4.5 shadow-card">
      <span className="line-clamp-3 font-serif text-[min(1.25rem,24px)] leading-normal whitespace-pre-line text-ink-soft">
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
          className="size-full object-cover object-[50%_22%]"
          onError={() => setFailedUrl(memory.thumbnailUrl)}
        />
      ) : (
        <Icon className="size-9 text-gold" strokeWidth={1.25} />
      )}
    </>
  );
}
