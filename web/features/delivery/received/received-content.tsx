import { BookOpen } from 'lucide-react';
import { useState } from 'react';
import type { ReceivedMemory } from '../../../../shared/delivery/received.ts';
import { spellLength } from '../../../../shared/lengths.ts';
import { isPlayed, isWritten, memoryNouns } from '../../../../shared/memory-types.ts';
import { buttonClasses } from '../../../ui/button-classes.ts';
import { SoundPlayer, VideoPlayer } from '../../../ui/players/players.tsx';
import { LetterText } from '../../../ui/sheet.tsx';

interface ReceivedContentProps {
  memory: ReceivedMemory;
  /** Written on the sleeve of a video. */
  recipientFirstName: string;
}

/** The owner's message, then the letter, photo, video or sound itself. Nothing plays automatically. */
export function ReceivedContent({ memory, recipientFirstName }: ReceivedContentProps) {
  return (
    <div className="mt-8 grid grid-cols-1 gap-9">
      {memory.personalMessage && (
        <p
          dir="auto"
          className="print-letter border-s-[1.5px] border-thread ps-5 font-serif text-letter whitespace-pre-wrap text-ink-soft italic"
        >
          {memory.personalMessage}
        </p>
      )}
      {memory.content && <LetterText text={memory.content} />}
      {memory.fileUrl && (
        <MemoryFile memory={memory} url={memory.fileUrl} recipientFirstName={recipientFirstName} />
      )}
      {!memory.fileUrl &&
        memory.downloadUrl &&
        (isWritten(memory.type) ? <Journal url={memory.downloadUrl} /> : <Unplayable type={memory.type} />)}
    </div>
  );
}

/** The owner's answers about their life, which they included with the letter. */
function Journal({ url }: { url: string }) {
  return (
    <p className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-1 rounded-control border border-line bg-card p-5 sm:grid-cols-[auto_minmax(0,1fr)_auto] print:hidden">
      <BookOpen aria-hidden="true" className="size-6 self-start text-gold sm:self-auto" strokeWidth={1.5} />
      <span>
        A book came with this letter: <cite className="font-serif">In my own words</cite>.
      </span>
      <a
        href={`${url}?download=1`}
        download=""
        aria-label="Download the book, a PDF"
        className={buttonClasses({
          variant: 'text',
          className: 'col-start-2 justify-self-start sm:col-start-3',
        })}
      >
        Download the book
      </a>
    </p>
  );
}

function MemoryFile({
  memory,
  url,
  recipientFirstName,
}: ReceivedContentProps & { memory: ReceivedMemory; url: string }) {
  const { type, title, id, peaks, durationSeconds, downloadUrl } = memory;
  if (!isPlayed(type)) return <Photo url={url} title={title} />;
  const recording = {
    src: url,
    peaks,
    durationSeconds,
    label: title,
    placeName: id,
    downloadUrl: downloadUrl && `${downloadUrl}?download=1`,
    isAcross: true,
  };
  return (
    <div>
      {type === 'video' ? (
        <VideoPlayer {...recording} sleeveName={recipientFirstName} />
      ) : (
        <SoundPlayer {...recording} />
      )}
      <p className="hidden text-ink-soft print:block">
        A {memoryNouns[type]}
        {durationSeconds !== null && ` of ${spellLength(durationSeconds)}`}, which paper cannot hold.
      </p>
    </div>
  );
}

function Photo({ url, title }: { url: string; title: string }) {
  const [isUnshown, setUnshown] = useState(false);
  if (isUnshown) return <Unplayable type="photo" />;
  return (
    <img
      src={url}
      alt={title}
      onError={() => setUnshown(true)}
      className="max-h-[calc(100dvh-4rem)] min-h-40 max-w-full justify-self-center rounded-control bg-line/50 object-contain print:max-h-[min(17.5cm,25cm-12rem)]! print:rounded-none"
    />
  );
}

function Unplayable({ type }: { type: ReceivedMemory['type'] }) {
  const what = memoryNouns[type];
  return (
    <p role="status" className="rounded-control border border-line bg-card p-5 text-ink-soft">
      This browser cannot show the {what}. Download it to your device and open it there; it is whole.
    </p>
  );
}
