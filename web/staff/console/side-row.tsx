import type { ReactNode } from 'react';
import { type Choosing, ChoosingBox } from './bulk.tsx';
import { ageOf } from './format.ts';

interface SideRowProps {
  id: string;
  title: ReactNode;
  since: string;
  isShown: boolean;
  choosing?: Choosing | undefined;
  /** True if it cannot be shown now. */
  isOff?: boolean;
  onShow: () => void;
  onPick: () => void;
  children: ReactNode;
}

export function SideRow({
  id,
  title,
  since,
  isShown,
  choosing,
  isOff = false,
  onShow,
  onPick,
  children,
}: SideRowProps) {
  return (
    <li className="flex border-t border-line first:border-t-0">
      {choosing && <ChoosingBox id={id} {...choosing} />}
      <button
        type="button"
        data-row={id}
        aria-current={isShown || undefined}
        aria-disabled={isOff || undefined}
        className="relative grid w-full min-w-0 gap-0.5 px-5 py-3.5 text-left hover:bg-gold-wash focus-visible:-outline-offset-3 aria-[current=true]:bg-gold-wash aria-[current=true]:before:absolute aria-[current=true]:before:inset-y-0 aria-[current=true]:before:left-0 aria-[current=true]:before:w-0.75 aria-[current=true]:before:bg-thread"
        onFocus={isOff ? undefined : onShow}
        onClick={isOff ? undefined : onPick}
      >
        <span className="flex items-baseline justify-between gap-3">
          <span className="min-w-0 font-serif text-lead leading-snug wrap-anywhere">{title}</span>
          <span className="flex-none text-small text-ink-soft tabular-nums">{ageOf(since, Date.now())}</span>
        </span>
        {children}
      </button>
    </li>
  );
}
