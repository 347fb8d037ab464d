import { CircleAlert, CircleCheck, Clock, Pencil, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { formatDate } from '../../../../shared/dates.ts';
import { clockFace, describeLength } from '../../../../shared/lengths.ts';
import type { Memory } from '../../../../shared/memories/memories.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Link } from '../../../ui/link.tsx';
import { memoryKinds } from './memory-kinds.ts';
import { Openings } from './openings.tsx';
import { ChangeMemoryLink, ReplaceFileLink } from './replace-file-link.tsx';

const LetterDialog = lazy(async () => ({ default: (await import('./letter-dialog.tsx')).LetterDialog }));

interface MemoryCardProps {
  memory: Memory;
  /** For the date of creation. */
  timeZone: string;
  onEdit?: (() => void) | undefined;
  onDelete?: (() => void) | undefined;
}

export function MemoryCard({ memory, timeZone, onEdit, onDelete }: MemoryCardProps) {
  const kind = memoryKinds[memory.type];
  return (
    <Card as="article" padding="none" className="flex h-full flex-col">
      <Preview memory={memory} />
      <div className="flex flex-1 flex-col gap-3 p-4 md:px-5.5 md:py-5">
        <div className="grid gap-1">
          <h3 className="text-title">{memory.title}</h3>
          <p className="text-small text-ink-soft">To: {memory.recipient}</p>
        </div>
        {memory.personalMessage && <p className="line-clamp-3 text-ink-soft">{memory.personalMessage}</p>}
        <div className="flex flex-wrap gap-2">
          <Badge icon={kind.icon}>{kind.label}</Badge>
          <ApprovalBadge approval={memory.approval} />
        </div>
        {memory.heldReason && <HeldReason memory={memory} />}
        <Openings openings={memory.openings} timeZone={timeZone} />
        <div className="mt-auto flex min-h-11 items-center justify-between gap-2">
          <FileAndDate memory={memory} timeZone={timeZone} />
          <CardActions memory={memory} onEdit={onEdit} onDelete={onDelete} />
        </div>
      </div>
    </Card>
  );
}

/** The beginning of a letter, the thumbnail of a photo or video, or an icon. */
function Preview({ memory }: { memory: Memory }) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  if (memory.type === 'letter') {
    return (
      <p className="mx-4 mt-4 line-clamp-3 min-h-23 font-serif text-lead text-ink-soft md:mx-5.5 md:mt-5">
        {memory.content}
      </p>
    );
  }
  const Icon = memoryKinds[memory.type].icon;
  return (
    <div className="relative grid h-38 grid-rows-1 place-items-center border-b border-line bg-gold-wash">
      {memory.thumbnailUrl && memory.thumbnailUrl !== failedUrl ? (
        <img
          src={memory.thumbnailUrl}
          alt=""
          loading="lazy"
          className="size-full object-cover"
          onError={() => setFailedUrl(memory.thumbnailUrl)}
        />
      ) : (
        <Icon aria-hidden="true" className="size-9 text-gold" strokeWidth={1.25} />
      )}
      {memory.durationSeconds !== null && <Length seconds={memory.durationSeconds} />}
    </div>
  );
}

function Length({ seconds }: { seconds: number }) {
  return (
    <p className="absolute right-2.5 bottom-2.5 rounded-small bg-card px-2 text-small text-ink lining-nums tabular-nums">
      <span aria-hidden="true">{clockFace(Math.max(1, seconds))}</span>
      <span className="sr-only">{describeLength(seconds)}</span>
    </p>
  );
}

function ApprovalBadge({ approval }: Pick<Memory, 'approval'>) {
  if (approval === 'approved') {
    return (
      <Badge tone="sage" icon={CircleCheck}>
        Approved
      </Badge>
    );
  }
  return approval === 'rejected' ? (
    <Badge tone="rose" icon={CircleAlert}>
      Not approved
    </Badge>
  ) : (
    <Badge tone="gold" icon={Clock}>
      Pending
    </Badge>
  );
}

function HeldReason({ memory }: { memory: Memory }) {
  return (
    <div className="grid justify-items-start text-small text-ink-soft">
      <p>{memory.heldReason}</p>
      {memory.approval === 'unreadable' && <ReplaceFileLink memory={memory} />}
      {memory.approval === 'rejected' && <ChangeMemoryLink memory={memory} />}
    </div>
  );
}

function FileAndDate({ memory, timeZone }: { memory: Memory; timeZone: string }) {
  // A photo opens as it was taken; a film or sound as every browser plays it.
  const fileUrl = memory.type === 'photo' ? memory.fileUrl : memory.displayUrl;
  return (
    <p className="flex flex-wrap items-center gap-x-4 text-small text-ink-soft">
      <time dateTime={memory.createdAt}>{formatDate(memory.createdAt, timeZone)}</time>
      {fileUrl && (
        <Link
          href={fileUrl}
          target="_blank"
          aria-label={`View ${memory.type}: ${memory.title} (opens in a new tab)`}
          className="inline-flex min-h-11 items-center"
        >
          View {memory.type}
        </Link>
      )}
      {memory.type === 'letter' && <ViewLetter letter={memory} />}
    </p>
  );
}

/** Opens the whole letter to be read. */
function ViewLetter({ letter }: { letter: Memory }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="text"
        size="small"
        className="-mx-1"
        aria-label={`View letter: ${letter.title}`}
        aria-haspopup="dialog"
        onPress={() => setOpen(true)}
      >
        View letter
      </Button>
      <Suspense fallback={null}>
        {isOpen && <LetterDialog letter={letter} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}

function CardActions({ memory, onEdit, onDelete }: Omit<MemoryCardProps, 'timeZone'>) {
  return (
    <div className="-mr-2 flex">
      {onEdit && (
        <IconButton
          label="Edit"
          accessibleLabel={`Edit ${memory.title}`}
          icon={<Pencil aria-hidden="true" className="size-5" strokeWidth={1.5} />}
          onPress={onEdit}
        />
      )}
      {onDelete && (
        <IconButton
          label="Delete"
          accessibleLabel={`Delete ${memory.title}`}
          tone="danger"
          icon={<Trash2 aria-hidden="true" className="size-5" strokeWidth={1.5} />}
          onPress={onDelete}
        />
      )}
    </div>
  );
}
