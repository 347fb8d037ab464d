import { type CalendarDate, isSameMonth } from '@internationalized/date';
import { useContext, useEffect, useRef } from 'react';
import { CalendarStateContext } from 'react-aria-components/Calendar';
import { formatFullDay } from '../../shared/dates.ts';

const dayClasses =
  'mx-auto grid h-11 w-full max-w-11 place-items-center rounded-full text-base lining-nums tabular-nums hover:bg-pine-wash outline-offset-2 aria-[current]:font-semibold aria-[current]:underline aria-[current]:decoration-thread aria-[current]:decoration-2 aria-[current]:underline-offset-6 disabled:pointer-events-none disabled:text-ink-soft disabled:opacity-60 aria-disabled:bg-transparent aria-disabled:text-ink-soft aria-disabled:line-through aria-disabled:decoration-1 data-selected:bg-pine data-selected:font-semibold data-selected:text-on-pine forced-colors:data-selected:outline-2';

interface CalendarDayProps {
  date: CalendarDate;
  isToday: boolean;
}

/**
 * A day of the displayed month. A plain button, because React Aria's cell, with listeners of its own for
 * every kind of press, takes too long 42 times when the month changes. Its grid handles the keys.
 */
export function CalendarDay({ date, isToday }: CalendarDayProps) {
  const state = useContext(CalendarStateContext);
  const button = useRef<HTMLButtonElement>(null);
  const isFocused = state?.isCellFocused(date);
  useEffect(() => {
    if (isFocused) button.current?.focus();
  }, [isFocused]);
  if (!state || !isSameMonth(date, state.visibleRange.start)) return <td />;

  const isSelected = state.isSelected(date);
  const isUnavailable = state.isCellUnavailable(date);
  const day = formatFullDay(date.toString());
  const choose = () => {
    state.setFocusedDate(date);
    state.setFocused(true);
    if (!isUnavailable) state.selectDate(date);
  };
  return (
    <td>
      <button
        ref={button}
        type="button"
        tabIndex={date.compare(state.focusedDate) === 0 ? 0 : -1}
        aria-label={isToday ? `Today, ${day}` : day}
        aria-current={isToday ? 'date' : undefined}
        // Not part of its name: React Aria announces the chosen day, and a new name would be read again.
        aria-pressed={isSelected || undefined}
        aria-disabled={isUnavailable || undefined}
        disabled={state.isCellDisabled(date)}
        data-selected={isSelected || undefined}
        className={dayClasses}
        onClick={choose}
        onFocus={() => state.setFocusedDate(date)}
      >
        {date.day}
      </button>
    </td>
  );
}
