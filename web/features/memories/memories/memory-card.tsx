import { formatShortDate } from '../../../../shared/dates.ts';
import type { Memory } from '../../../../shared/memories/memories.ts';
import { Card } from '../../../ui/card.tsx';
import { EditDelete } from '../../../ui/edit-delete.tsx';
import { Link } from '../../../ui/link.tsx';
import { ApprovalBadge, HeldReason, Openings } from './approval.tsx';
import { AddresseeAndDay, DeletedWhenIDie, type MemoryDay, WordsBackLine } from './memory-day.tsx';
import { excerptOf, memoryKinds, memoryPath } from './memory-facts.ts';
import { MemoryPreview } from './memory-preview.tsx';

interface MemoryCardProps {
  memory: Memory;
  /** Undefined while it is not known. */
  day: MemoryDay | null | undefined;
  /** For the date of creation. */
  timeZone: string;
  onEdit: () => void;
  onDelete: () => void;
}

/** What it is, its title, whom it reaches and when, and last the buttons. */
export function MemoryCard({ memory, day, timeZone, onEdit, onDelete }: MemoryCardProps) {
  return (
    <Card as="article" padding="none" className="relative flex h-full flex-col">
      <MemoryPreview memory={memory} />
      <div className="flex flex-1 flex-col gap-2 px-4 pt-3.5 pb-2 md:px-5.5">
        <h3 className="text-[1.4375rem] leading-tight">
          <Link
            href={memoryPath(memory.id)}
            variant="plain"
            className="-my-2.5 block rounded-small py-2.5 decoration-1 underline-offset-4 hover:underline"
          >
            <span className="line-clamp-3">{memory.title}</span>
          </Link>
        </h3>
        <AddresseeAndDay memory={memory} day={day} />
        {memory.deleteOnDeath && <DeletedWhenIDie />}
        {day?.repliedBy && <WordsBackLine names={day.repliedBy} href={memoryPath(memory.id)} />}
        {memory.personalMessage && (
          <p className="line-clamp-3 font-serif whitespace-pre-line text-ink-soft italic">
            {excerptOf(memory.personalMessage)}
          </p>
        )}
        <KindAndApproval memory={memory} />
        {memory.heldReason && <HeldReason memory={memory} />}
        <Openings openings={memory.openings} timeZone={timeZone} />
        <div className="mt-auto flex flex-wrap items-center gap-x-3.5 text-small text-ink-soft">
          <time dateTime={memory.createdAt}>{formatShortDate(memory.createdAt, timeZone)}</time>
          <ViewLink memory={memory} />
          <div className="-mr-2.5 ml-auto flex">
            <EditDelete name={memory.title} onEdit={onEdit} onDelete={onDelete} />
          </div>
        </div>
      </div>
    </Card>
  );
}

/** Visually above the title, but read out after it. */
function KindAndApproval({ memory: { type, approval } }: Pick<MemoryCardProps, 'memory'>) {
  const { icon: Icon, label } = memoryKinds[type];
  return (
    <p className="order-first flex min-h-8 flex-wrap items-center justify-between gap-x-3">
      <span className="inline-flex items-center gap-2 text-small text-ink-soft">
        <Icon aria-hidden="true" className="size-5 flex-none text-gold" strokeWidth={1.5} />
        {label}
      </span>
      <ApprovalBadge approval={approval} />
    </p>
  );
}

/** Links to the file in a separate tab. A letter has none, and is read on its page. */
function ViewLink({ memory: { id, type, title, fileUrl, displayUrl } }: { memory: Memory }) {
  const place = 'inline-flex min-h-11 items-center';
  if (type === 'letter') {
    return (
      <Link href={memoryPath(id)} aria-label={`View letter: ${title}`} className={place}>
        View letter
      </Link>
    );
  }
  // A photo opens as it was taken; a video or sound in the version that every browser plays.
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
