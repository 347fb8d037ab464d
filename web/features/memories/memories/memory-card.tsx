import { formatDate } from '../../../../shared/dates.ts';
import type { Memory } from '../../../../shared/memories/memories.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { EditDelete } from '../../../ui/edit-delete.tsx';
import { Link } from '../../../ui/link.tsx';
import { ApprovalBadge, HeldReason, Openings } from './approval.tsx';
import type { MemoryDay } from './memory-day.tsx';
import { DeletedWhenIDie, MemoryDayLine, WordsBackLine } from './memory-day.tsx';
import { excerptOf, memoryKinds, memoryPath } from './memory-facts.ts';
import { MemoryPreview } from './memory-preview.tsx';

interface MemoryCardProps {
  memory: Memory;
  /** Undefined while it is not known. */
  day: MemoryDay | null | undefined;
  /** For the date of creation. */
  timeZone: string;
  onEdit?: (() => void) | undefined;
  onDelete?: (() => void) | undefined;
}

// A card below the fold is laid out when it comes into view: lists hold hundreds.
const look = 'relative flex h-full flex-col [content-visibility:auto] [contain-intrinsic-height:auto_30rem]';

export function MemoryCard({ memory, day, timeZone, onEdit, onDelete }: MemoryCardProps) {
  const kind = memoryKinds[memory.type];
  return (
    <Card as="article" padding="none" className={look}>
      <MemoryPreview memory={memory} />
      <div className="flex flex-1 flex-col gap-3 p-4 md:px-5.5 md:pt-5">
        <div className="grid gap-1">
          <h3 className="line-clamp-3 text-title">
            <Link
              href={memoryPath(memory.id)}
              variant="plain"
              className="rounded-small decoration-1 underline-offset-4 hover:underline"
            >
              {memory.title}
            </Link>
          </h3>
          <p className="text-small text-ink-soft">To: {memory.recipient}</p>
        </div>
        {(day || !memory.deleteOnDeath) && <MemoryDayLine day={day} />}
        {memory.deleteOnDeath && <DeletedWhenIDie />}
        {day?.repliedBy && <WordsBackLine names={day.repliedBy} href={memoryPath(memory.id)} />}
        {memory.personalMessage && (
          <p className="line-clamp-3 whitespace-pre-line text-ink-soft">
            {excerptOf(memory.personalMessage)}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Badge icon={kind.icon}>{kind.label}</Badge>
          <ApprovalBadge approval={memory.approval} />
        </div>
        {memory.heldReason && <HeldReason memory={memory} />}
        <Openings openings={memory.openings} timeZone={timeZone} />
        <div className="mt-auto">
          <DateAndView memory={memory} timeZone={timeZone} />
          <CardActions title={memory.title} onEdit={onEdit} onDelete={onDelete} />
        </div>
      </div>
    </Card>
  );
}

function DateAndView({ memory, timeZone }: { memory: Memory; timeZone: string }) {
  return (
    <p className="flex min-h-11 flex-wrap items-center gap-x-4 text-small text-ink-soft">
      <time dateTime={memory.createdAt}>{formatDate(memory.createdAt, timeZone)}</time>
      <ViewLink memory={memory} />
    </p>
  );
}

/** To the file in a tab of its own. A letter has none, and is read on its page. */
function ViewLink({ memory: { id, type, title, fileUrl, displayUrl } }: { memory: Memory }) {
  const place = 'inline-flex min-h-11 items-center';
  if (type === 'letter') {
    return (
      <Link href={memoryPath(id)} aria-label={`View letter: ${title}`} className={place}>
        View letter
      </Link>
    );
  }
  // A photo opens as it was taken; a video or sound as every browser plays it.
  const url = type === 'photo' ? fileUrl : displayUrl;
  if (!url) return null;
  return (
    <Link
      href={url}
      target="_blank"
      aria-label={`View ${type}: ${title} (opens in a new tab)`}
      className={place}
    >
      View {type}
    </Link>
  );
}

type CardActionsProps = Pick<Memory, 'title'> & Pick<MemoryCardProps, 'onEdit' | 'onDelete'>;

function CardActions({ title, onEdit, onDelete }: CardActionsProps) {
  if (!onEdit && !onDelete) return null;
  return (
    <div className="-mx-1 -mb-1.5 flex flex-wrap gap-x-4 border-t border-line pt-1.5">
      <EditDelete name={title} onEdit={onEdit} onDelete={onDelete} deleteClassName="text-rose" />
    </div>
  );
}
