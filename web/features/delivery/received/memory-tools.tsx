import { useEffect, useState } from 'react';
import type { ReceivedMemory } from '../../../../shared/delivery/received.ts';
import { isPlayed, isWritten } from '../../../../shared/memory-types.ts';
import { plainFileName } from '../../../lib/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { buttonClasses } from '../../../ui/button-classes.ts';

/** Download (the original file, or a letter as plain text) and print. */
export function MemoryTools({
  memory,
  onPrint,
}: {
  memory: ReceivedMemory;
  onPrint: (() => void) | undefined;
}) {
  return (
    <div
      data-print="hidden"
      className="mt-14 flex flex-wrap items-center gap-x-7 gap-y-1 border-t border-line pt-4"
    >
      {memory.downloadUrl && !isWritten(memory.type) ? (
        <DownloadLink href={`${memory.downloadUrl}?download=1`} title={memory.title} />
      ) : (
        <LetterDownload memory={memory} />
      )}
      {!isPlayed(memory.type) && onPrint && (
        <Button variant="text" aria-label={`Print ${memory.title}`} onPress={onPrint}>
          Print
        </Button>
      )}
    </div>
  );
}

function LetterDownload({ memory }: { memory: ReceivedMemory }) {
  const url = useTextFile(`${memory.title}\n\n${memory.content ?? ''}\n`);
  return (
    <DownloadLink
      href={url}
      title={memory.title}
      fileName={`${plainFileName(memory.title) || 'letter'}.txt`}
    />
  );
}

function DownloadLink({
  href,
  title,
  fileName,
}: {
  href: string | undefined;
  title: string;
  fileName?: string;
}) {
  return (
    <a
      href={href}
      download={fileName ?? ''}
      aria-label={`Download ${title}`}
      className={buttonClasses({ variant: 'text' })}
    >
      Download
    </a>
  );
}

/** A `blob:` URL of a text file. */
function useTextFile(text: string): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [text]);
  return url;
}
