import type { CalendarDate } from '@internationalized/date';
import { useMemo } from 'react';
import { monthNames } from '../lib/dates.ts';
import { Select } from './select.tsx';

const months = monthNames.map((label, index) => ({ value: String(index + 1), label }));

export interface CalendarJumpProps {
  shown: CalendarDate;
  firstYear: number;
  lastYear: number;
  onJump: (date: CalendarDate) => void;
}

/** Lists for month and year. The day stays the same, or becomes the last one of a shorter month. */
export function CalendarJump({ shown, firstYear, lastYear, onJump }: CalendarJumpProps) {
  const years = useMemo(() => yearsBetween(firstYear, lastYear), [firstYear, lastYear]);
  return (
    <div className="grid min-w-0 flex-1 max-[22rem]:grid-cols-1 grid-cols-[1.45fr_1fr] gap-1.5">
      <Select
        label="Month"
        isLabelHidden
        isCompact
        value={String(shown.month)}
        options={months}
        onChange={(month) => onJump(shown.set({ month: Number(month) }))}
      />
      <Select
        label="Year"
        isLabelHidden
        isCompact
        value={String(shown.year)}
        options={years}
        onChange={(year) => onJump(shown.set({ year: Number(year) }))}
      />
    </div>
  );
}

function yearsBetween(first: number, last: number) {
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const year = String(first + index);
    return { value: year, label: year };
  });
}
