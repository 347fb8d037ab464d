import { CircleAlert } from 'lucide-react';
import type { StaffMemory } from '../../../shared/memories/staff-memories.ts';
import { joinClasses } from '../../ui/join-classes.ts';
import { ageOf } from '../console/age.ts';
import { sizeOf, typeWords } from './words.ts';

interface MemoryRowProps {
  memory: StaffMemory;
  isShown: boolean;
  onShow: () => void;
  /** Pressed, not only passed over by keys. */
  onPick: () => void;
}

export function MemoryRow({ memory, isShown, onShow, onPick }: MemoryRowProps) {
  const { id, title, type, owner, since, finding, state } = memory;
  return (
    <li className="border-t border-line first:border-t-0">
      <button
        type="button"
        data-row={id}
        aria-current={isShown || undefined}
        className="relative grid w-full gap-0.5 px-5 py-3.5 text-left hover:bg-gold-wash focus-visible:-outline-offset-3 aria-[current=true]:bg-gold-wash aria-[current=true]:before:absolute aria-[current=true]:before:inset-y-0 aria-[current=true]:before:left-0 aria-[current=true]:before:w-0.75 aria-[current=true]:before:bg-thread"
        onFocus={onShow}
        onClick={onPick}
      >
        <span className="flex items-baseline justify-between gap-3">
          <span className="min-w-0 font-serif text-lead leading-snug wrap-anywhere">{title}</span>
          <span className="flex-none text-small text-ink-soft tabular-nums">{ageOf(since, Date.now())}</span>
        </span>
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
      </button>
    </li>
  );
}
