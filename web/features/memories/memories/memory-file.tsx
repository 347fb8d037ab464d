import { useState } from 'react';
import type { Memory } from '../../../../shared/memories/memories.ts';
import { memoryNouns } from '../../../../shared/memory-types.ts';
import { joinClasses } from '../../../ui/join-classes.ts';
import { SoundPlayer, VideoPlayer } from '../../../ui/players/players.tsx';

/** A photo, uncropped; a video or sound with its player. Nothing plays automatically. */
export function MemoryFile({ memory }: { memory: Memory }) {
  const { type, title, id, fileUrl, peaks, durationSeconds } = memory;
  const url = memory.displayUrl ?? fileUrl;
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const [loadedUrl, setLoadedUrl] = useState<string | null>(null);
  if (memory.approval === 'unreadable' || !url || url === failedUrl) return <NotShown type={type} />;
  if (type === 'photo') {
    return (
      <img
        src={url}
        alt={title}
        onLoad={() => setLoadedUrl(url)}
        onError={() => setFailedUrl(url)}
        className={joinClasses(
          'mx-auto block max-h-[max(20rem,80dvh)] min-h-40 max-w-full rounded-control bg-line/50 object-contain print:max-h-[min(17.5cm,25cm-12rem)]! print:rounded-none',
          // Until its own aspect ratio is known it has that of most photos, so that little moves below it.
          url !== loadedUrl && 'aspect-[4/3] w-full',
        )}
      />
    );
  }
  const recording = {
    src: url,
    peaks,
    durationSeconds,
    label: title,
    placeName: id,
    downloadUrl: fileUrl && `${fileUrl}&download=1`,
  };
  return (
    <>
      {type === 'video' ? (
        <VideoPlayer {...recording} poster={memory.thumbnailUrl} />
      ) : (
        <SoundPlayer {...recording} isAcross />
      )}
      <p className="hidden text-ink-soft print:block">A {memoryNouns[type]}, which paper cannot hold.</p>
    </>
  );
}

function NotShown({ type }: Pick<Memory, 'type'>) {
  const what = type === 'audio' ? 'recording' : type;
  return (
    <p role="status" className="rounded-control border border-line bg-card p-5 text-ink-soft">
      This browser cannot show the {what}. Download it to your device and open it there; it is kept as it is.
    </p>
  );
}
