import { CircleAlert, CircleCheck, Clock } from 'lucide-react';
import type { Memory } from '../../../../shared/memories/memories.ts';
import { Badge } from '../../../ui/badge.tsx';
import { ChangeMemoryLink, ReplaceFileLink } from './replace-file-link.tsx';

export function ApprovalBadge({ approval }: Pick<Memory, 'approval'>) {
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
