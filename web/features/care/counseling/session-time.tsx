import { type CalendarDate, parseDate } from '@internationalized/date';
import { useState } from 'react';
import { bookingDaysAhead, sessionTimezone } from '../../../../shared/care/session-catalogue.ts';
import { todayIn } from '../../../lib/dates.ts';
import { Calendar } from '../../../ui/calendar.tsx';
import { ReadFailure } from '../../../ui/read-failure.tsx';
import { Step } from './booking-step.tsx';
import { type BookingValues, isFull, timesOf } from './booking-values.ts';
import { useAvailability } from './queries.ts';
import { TimeChoice } from './time-choice.tsx';

interface WhenProps {
  values: BookingValues;
  errors: Readonly<Record<string, string>>;
  timezone: string;
  onChange: (changes: Partial<BookingValues>) => void;
}

export function When({ values, errors, timezone, onChange }: WhenProps) {
  const today = todayIn(sessionTimezone, Date.now());
  const [month, setMonth] = useState<CalendarDate>(today);
  const first = month.set({ day: 1 });
  const { data, isPending, isFetching, refetch } = useAvailability(
    first.toString(),
    first.add({ months: 1 }).subtract({ days: 1 }).toString(),
  );
  const slots = data?.slots ?? [];
  const { sessionType, sessionDate, sessionTime } = values;
  const isMonthShown = sessionDate.startsWith(month.toString().slice(0, 7));
  return (
    <>
      <Step number={1} title="Session date" error={errors['sessionDate']}>
        {() => (
          <>
            <Calendar
              label="Day of the session"
              value={sessionDate ? parseDate(sessionDate) : null}
              today={today}
              minDate={today}
              maxDate={today.add({ days: bookingDaysAhead })}
              isUnavailable={(date) => isFull(slots, date.toString(), sessionType)}
              onShow={setMonth}
              onChange={(date) => onChange({ sessionDate: date.toString(), sessionTime: '' })}
            />
            <p className="mt-2 text-small text-ink-soft">A day with a line through it cannot be booked.</p>
          </>
        )}
      </Step>
      <Step number={2} title="Session time" error={errors['sessionTime']}>
        {(headingId) =>
          !isPending && !data ? (
            <ReadFailure
              what="the free times"
              safe="What you have booked stays booked."
              isRetrying={isFetching}
              onRetry={refetch}
            />
          ) : sessionDate && isMonthShown ? (
            <TimeChoice
              labelledBy={headingId}
              times={timesOf(slots, sessionDate, sessionType, timezone)}
              value={sessionTime}
              timezone={timezone}
              onChange={(time) => onChange({ sessionTime: time })}
            />
          ) : (
            <p className="text-ink-soft">
              {sessionTime ? `${sessionTime} is chosen.` : 'Choose a day first. Its times then appear here.'}
            </p>
          )
        }
      </Step>
    </>
  );
}
