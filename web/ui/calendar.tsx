import { type CalendarDate, toCalendarDate } from '@internationalized/date';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import {
  Calendar as AriaCalendar,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from 'react-aria-components/Calendar';
import { CalendarDay } from './calendar-day.tsx';
import { CalendarJump } from './calendar-jump.tsx';

export interface CalendarProps {
  label: string;
  value: CalendarDate | null;
  onChange: (date: CalendarDate) => void;
  /** In the date's time zone, which may differ from the device's. */
  today: CalendarDate;
  minDate: CalendarDate;
  maxDate?: CalendarDate | undefined;
  /** Days that can be seen but not chosen. */
  isUnavailable?: ((date: CalendarDate) => boolean) | undefined;
  /** Called with a day of the displayed month, whenever the focused day changes. */
  onShow?: ((date: CalendarDate) => void) | undefined;
}

const step =
  'grid size-11 flex-none place-items-center rounded-full text-ink-soft transition-colors data-hovered:bg-pine-wash data-disabled:opacity-40';

/** Shows one month, with lists to jump to another month or to a year decades away. */
export function Calendar(props: CalendarProps) {
  const { label, value, onChange, today, minDate, isUnavailable, onShow } = props;
  const [focused, setFocused] = useState(value ?? today);
  const [known, setKnown] = useState(value);
  // Also shows a day that was chosen elsewhere.
  if (value && known?.compare(value) !== 0) {
    setKnown(value);
    setFocused(value);
  }
  const show = (date: CalendarDate) => {
    setFocused(date);
    onShow?.(date);
  };
  const maxDate = props.maxDate ?? null;
  const last = maxDate?.year ?? today.year + 100;
  return (
    <AriaCalendar
      aria-label={label}
      value={value}
      onChange={onChange}
      focusedValue={focused}
      onFocusChange={show}
      {...(isUnavailable && {
        isDateUnavailable: (date) => isUnavailable(toCalendarDate(date)),
      })}
      minValue={minDate}
      maxValue={maxDate}
      className="w-full max-w-94"
    >
      <header className="mb-2 -mx-2 flex items-center gap-0.5">
        <AriaButton slot="previous" aria-label="Previous month" className={step}>
          <ChevronLeft aria-hidden="true" className="size-5.5" strokeWidth={1.5} />
        </AriaButton>
        <CalendarJump shown={focused} firstYear={minDate.year} lastYear={last} onJump={show} />
        <AriaButton slot="next" aria-label="Next month" className={step}>
          <ChevronRight aria-hidden="true" className="size-5.5" strokeWidth={1.5} />
        </AriaButton>
      </header>
      <CalendarGrid weekdayStyle="short" className="w-full table-fixed border-collapse text-center">
        <CalendarGridHeader>
          {(name) => (
            <CalendarHeaderCell className="py-1 text-small font-normal text-ink-soft">
              {name}
            </CalendarHeaderCell>
          )}
        </CalendarGridHeader>
        <CalendarGridBody>
          {(date) => <CalendarDay date={date} isToday={date.compare(today) === 0} />}
        </CalendarGridBody>
      </CalendarGrid>
    </AriaCalendar>
  );
}
