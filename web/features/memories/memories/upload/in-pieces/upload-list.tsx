import { Check } from 'lucide-react';
import { formatSize } from '../../../../../lib/format-size.ts';
import { useFileUrl } from '../../../../../lib/use-file-url.ts';
import { Button } from '../../../../../ui/button.tsx';
import { FileButton } from '../../../../../ui/file-button.tsx';
import { ProgressBar } from '../../../../../ui/progress-bar.tsx';
import { toast } from '../../../../../ui/toast.ts';
import { memoryKinds } from '../../memories.ts';
import { acceptOf } from '../file-choice.tsx';
import { isSameFile } from './file-hash.ts';
import type { Queue, QueueRow } from './use-queue.ts';
import { WaitingProgress } from './waiting-progress.tsx';

/** Files being sent, one after the other, each with its result. */
export function UploadList({ queue }: { queue: Queue }) {
  return (
    <ul className="mt-6 border-b border-line">
      {queue.rows.map((row) => (
        <li
          key={row.upload.id}
          className="grid grid-cols-[--spacing(16)_minmax(0,1fr)] items-center gap-x-4 border-t border-line py-4.5 md:grid-cols-[5.25rem_minmax(0,1fr)_auto]"
        >
          <Picture row={row} />
          <div className="min-w-0">
            <p className="font-serif text-title leading-snug wrap-anywhere">{row.upload.values.title}</p>
            <Progress row={row} />
          </div>
          <div className="flex flex-wrap gap-x-4 max-md:col-start-2">
            <RowActions row={row} queue={queue} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function Picture({ row: { upload, file } }: { row: QueueRow }) {
  const url = useFileUrl(upload.type === 'photo' ? file : null);
  const Icon = memoryKinds[upload.type].icon;
  return (
    <div className="grid size-16 place-items-center overflow-hidden rounded-control bg-gold-wash md:size-21">
      {url ? (
        <img src={url} alt="" className="size-full object-cover" />
      ) : (
        <Icon aria-hidden="true" className="size-8 text-gold" strokeWidth={1.25} />
      )}
    </div>
  );
}

function Progress({ row: { upload, state } }: { row: QueueRow }) {
  const { sizeBytes } = upload;
  const size = formatSize(sizeBytes, 1024);
  switch (state.at) {
    case 'turn':
      return <p className="text-ink-soft lining-nums">Waits its turn, {size}</p>;
    case 'sending':
      return (
        <ProgressBar
          label={state.percent >= 100 ? 'Uploaded, being stored' : 'Uploading'}
          percent={state.percent}
        />
      );
    case 'waiting':
      return <WaitingProgress arrivedBytes={state.arrivedBytes} sizeBytes={sizeBytes} cause={state.cause} />;
    case 'file wanted':
      return (
        <p className="text-pretty text-ink-soft">
          This browser had no room to keep the file. Choose {upload.fileName} again to go on; only what is
          missing is sent.
        </p>
      );
    case 'failed':
      return (
        <p role="alert" className="text-pretty text-rose">
          This one is not kept. {state.message}
        </p>
      );
    case 'kept':
      return <p className="text-ink-soft">All here, and whole</p>;
  }
}

function RowActions({ row, queue }: { row: QueueRow; queue: Queue }) {
  const { upload, state } = row;
  if (state.at === 'kept')
    return (
      <p className="inline-flex min-h-11 items-center gap-1.5 font-medium text-sage">
        <Check aria-hidden="true" className="size-5" strokeWidth={1.75} />
        Kept
      </p>
    );

  async function choose(file: File): Promise<void> {
    if (await isSameFile(file, upload)) queue.retry(row, file);
    else
      toast({
        variant: 'destructive',
        title: 'This is another file',
        description: `Please choose ${upload.fileName}, as it was.`,
      });
  }

  return (
    <>
      {state.at === 'file wanted' && (
        <FileButton
          variant="text"
          size="small"
          accept={acceptOf(upload.type)}
          onSelect={(file) => void choose(file)}
        >
          Choose it again
        </FileButton>
      )}
      {state.at === 'failed' && (
        <Button
          variant="text"
          size="small"
          aria-label={`Try again: ${upload.values.title}`}
          onPress={() => queue.retry(row)}
        >
          Try again
        </Button>
      )}
      <Button
        variant="text"
        size="small"
        aria-label={`Cancel: ${upload.values.title}`}
        onPress={() => queue.cancel(row)}
      >
        Cancel
      </Button>
    </>
  );
}
