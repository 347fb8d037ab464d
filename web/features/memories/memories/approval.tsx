import { Check, CircleAlert, Clock } from 'lucide-react';
import { formatDate } from '../../../../shared/dates.ts';
import type { Memory } from '../../../../shared/memories/memories.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Link } from '../../../ui/link.tsx';

/** Only memories that still wait, or need their owner, stand out. */
export function ApprovalBadge({ approval }: Pick<Memory, 'approval'>) {
  if (approval === 'approved') {
    return (
      <span className="inline-flex items-center gap-1.5 text-small text-sage">
        <Check aria-hidden="true" className="size-4.5 flex-none" strokeWidth={1.75} />
        Approved
      </span>
    );
  }
  return approval === 'rejected' ? (
    <Badge tone="gold" icon={CircleAlert}>
      Not approved
    </Badge>
  ) : (
    <Badge tone="gold" icon={Clock}>
      Pending
    </Badge>
  );
}

/** Why a memory is not approved, and what its owner can do. */
export function HeldReason({ memory }: { memory: Memory }) {
  return (
    <div className="grid justify-items-start text-small text-ink-soft">
      <p>{memory.heldReason}</p>
      {memory.approval === 'in_review' && <p>One of us is looking at it. There is nothing you need to do.</p>}
      {memory.approval === 'unreadable' && <ReplaceFileLink memory={memory} />}
      {memory.approval === 'rejected' && <ChangeMemoryLink memory={memory} />}
    </div>
  );
}

interface OpeningsProps extends Pick<Memory, 'openings'> {
  timeZone: string;
}

/** When a member of staff looked at a memory, and why. */
export function Openings({ openings, timeZone }: OpeningsProps) {
  return openings.map(({ openedAt, reason }) => (
    <p key={openedAt} className="text-small text-ink-soft wrap-anywhere">
      A member of staff opened this on {formatDate(openedAt, timeZone)}. Reason: {reason}
    </p>
  ));
}

/** Links to the page for replacing the file of a memory that cannot be opened. */
export function ReplaceFileLink({ memory: { id, title } }: { memory: Pick<Memory, 'id' | 'title'> }) {
  return (
    <Link
      href={`/upload?edit=${id}`}
      aria-label={`Replace the file of ${title}`}
      className="inline-flex min-h-11 items-center"
    >
      Replace the file
    </Link>
  );
}

/** Links to the page for changing a memory that a person reviewed and did not approve. */
export function ChangeMemoryLink({ memory: { id, title } }: { memory: Pick<Memory, 'id' | 'title'> }) {
  return (
    <Link
      href={`/upload?edit=${id}`}
      aria-label={`Change ${title}`}
      className="inline-flex min-h-11 items-center"
    >
      Change it
    </Link>
  );
}
