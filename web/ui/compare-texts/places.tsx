import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { IconButton } from '../icon-button.tsx';

interface PlacesProps {
  /** Contains the differences, each marked with `data-place`. */
  area: RefObject<HTMLElement | null>;
  count: number;
}

/** The number of differences, and buttons to go from one to the next. */
export function Places({ area, count }: PlacesProps) {
  const [current, setCurrent] = useState<number | null>(null);

  function go(place: number) {
    setCurrent(place);
    const found = area.current?.querySelector<HTMLElement>(`[data-place="${place}"]`);
    found?.scrollIntoView({ block: 'center' });
    found?.focus({ preventScroll: true });
  }

  if (count === 0) return null;
  return (
    <div className="mt-6.5 flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
      <p className="text-small">
        <mark>Marked</mark> is what stands in one text only:{' '}
        <b className="font-semibold">{count === 1 ? 'one place' : `${count} places`}</b>.
      </p>
      {count > 1 && (
        <div className="-ml-3 flex items-center gap-1">
          <IconButton
            label="The place before"
            icon={<ChevronLeft aria-hidden="true" className="size-5.5" strokeWidth={1.5} />}
            isDisabled={current === null || current === 0}
            onPress={() => go((current ?? 0) - 1)}
          />
          <span className="text-small text-ink-soft tabular-nums">
            {current !== null && `${current + 1} of ${count}`}
          </span>
          <IconButton
            label="The next place"
            icon={<ChevronRight aria-hidden="true" className="size-5.5" strokeWidth={1.5} />}
            isDisabled={current === count - 1}
            onPress={() => go(current === null ? 0 : current + 1)}
          />
        </div>
      )}
    </div>
  );
}
