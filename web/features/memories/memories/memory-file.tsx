import { useState } from 'react';
import type { Memory } from '../../../../shared/memories/memories.ts';

/** A photo, whole; a video or sound with its player. Nothing plays by itself. */
export function MemoryFile({ memory }: { memory: Memory }) {
  const url = memory.displayUrl ?? memory.fileUrl;
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  if (memory.approval === 'unreadable' || !url || url === failedUrl) return <NotShown type={memory.type} />;
  const file = { src: url, onError: () => setFailedUrl(url) };
  if (memory.type === 'photo') {
    return (
      <img
        {...file}
        alt={memory.title}
        className="mx-auto block max-h-[max(20rem,80dvh)] min-h-40 max-w-full rounded-control bg-line/50 object-contain"
      />
    );
  }
  if (memory.type === 'video') {
    return (
      <video
        {...file}
        aria-label={memory.title}
        poster={memory.thumbnailUrl ?? undefined}
        controls
        playsInline
        preload="metadata"
        className="max-h-[80dvh] w-full rounded-control bg-black"
      />
    );
  }
  return <audio {...file} aria-label={memory.title} controls preload="metadata" className="w-full" />;
}

function NotShown({ type }: Pick<Memory, 'type'>) {
  const what = type === 'audio' ? 'recording' : type;
  return (
    <p role="status" className="rounded-control border border-line bg-card p-5 text-ink-soft">
      This browser cannot show the {what}. Download it to your device and open it there; it is kept as it is.
    </p>
  );
}
