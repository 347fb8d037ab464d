import { useState } from 'react';
import type { ReceivedMemory } from '../../../../shared/delivery/received.ts';
import { LetterText } from '../../../ui/sheet.tsx';

/** The owner's message, then the letter, photo, film or sound itself. Nothing plays by itself. */
export function ReceivedContent({ memory }: { memory: ReceivedMemory }) {
  return (
    <div className="mt-8 grid gap-9">
      {memory.personalMessage && (
        <p className="print-letter border-l-[1.5px] border-thread pl-5 font-serif text-letter whitespace-pre-wrap text-ink-soft italic">
          {memory.personalMessage}
        </p>
      )}
      {memory.content && <LetterText text={memory.content} />}
      {memory.fileUrl && <MemoryFile memory={memory} url={memory.fileUrl} />}
      {!memory.fileUrl && memory.downloadUrl && <Unplayable type={memory.type} />}
    </div>
  );
}

const soundLook = 'w-full print:hidden [&::-webkit-media-controls-enclosure]:bg-card';

function MemoryFile({ memory, url }: { memory: ReceivedMemory; url: string }) {
  const [isUnplayable, setUnplayable] = useState(false);
  const { type, title } = memory;
  if (isUnplayable) return <Unplayable type={type} />;
  const file = { src: url, 'aria-label': title, onError: () => setUnplayable(true) };
  if (type === 'photo') {
    return (
      <img
        {...file}
        alt={title}
        className="max-h-[calc(100dvh-4rem)] min-h-40 max-w-full justify-self-center rounded-control bg-line/50 object-contain print:max-h-[22cm] print:rounded-none"
      />
    );
  }
  if (type === 'video') {
    return (
      <video
        {...file}
        controls
        playsInline
        preload="metadata"
        className="max-h-[80dvh] w-full print:hidden rounded-control bg-black"
      />
    );
  }
  return <audio {...file} controls preload="metadata" className={soundLook} />;
}

function Unplayable({ type }: { type: ReceivedMemory['type'] }) {
  const what = { photo: 'photo', video: 'film', audio: 'recording', letter: 'letter' }[type];
  return (
    <p role="status" className="rounded-control border border-line bg-card p-5 text-ink-soft">
      This browser cannot show the {what}. Download it to your device and open it there; it is whole.
    </p>
  );
}
