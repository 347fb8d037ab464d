import { CircleAlert } from 'lucide-react';
import type { StaffMemory } from '../../../shared/memories/staff-memories.ts';
import { joinClasses } from '../../ui/join-classes.ts';
import type { Choosing } from '../console/bulk.tsx';
import { SideRow } from '../console/side-row.tsx';
import { sizeOf, typeWords } from './words.ts';

interface MemoryRowProps {
  memory: StaffMemory;
  choosing: Choosing;
  isShown: boolean;
  /** While a decision is on its way, so that its answer is seen. */
  isOff: boolean;
  onShow: () => void;
  /** Pressed, not only passed over by keys. */
  onPick: () => void;
}

export function MemoryRow({ memory, ...row }: MemoryRowProps) {
  const { id, title, type, owner, since, finding, state } = memory;
  return (
    <SideRow {...row} id={id} title={title} since={since}>
      <span className="text-small text-ink-soft">
        {[typeWords[type], ...sizeOf(memory)].join(', ')} · {owner.name}
      </span>
      {finding && (
        <span
          className={joinClasses(
            'mt-0.5 flex items-start gap-2 text-small',
            state === 'in_review' ? 'text-gold' : 'text-rose',
          )}
        >
          <CircleAlert aria-hidden="true" className="mt-1 size-4 flex-none" strokeWidth={1.75} />
          <span className="line-clamp-2 min-w-0">{finding}</span>
        </span>
      )}
    </SideRow>
  );
}
