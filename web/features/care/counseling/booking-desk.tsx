import type { CalendarDate } from '@internationalized/date';
import { parseDate } from '@internationalized/date';
import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import { BookingForm } from '../../../../shared/care/counselor-bookings.ts';
import {
  bookingDaysAhead,
  notesMaxCharacters,
  sessionTimezone,
} from '../../../../shared/care/session-catalogue.ts';
import { fieldsOf } from '../../../lib/api/api-error.ts';
import { firstMessages } from '../../../lib/check-form.ts';
import { todayIn } from '../../../lib/dates.ts';
import { useFirstFault } from '../../../lib/focus.ts';
import { Calendar } from '../../../ui/calendar.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { ReadFailure } from '../../../ui/read-failure.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { showFailure } from '../../../ui/toast.ts';
import { BookingSummary } from './booking-summary.tsx';
import { type BookingValues, isFull, timesOf } from './booking-values.ts';
import { useAvailability, usePlaceBooking } from './queries.ts';
import { SessionTypes } from './session-types.tsx';
import { TimeChoice } from './time-choice.tsx';

const nothingChosen: BookingValues = {
  sessionType: 'individual',
  sessionDate: '',
  sessionTime: '',
  notes: '',
};

/** The kind of session, its day and time, notes for the counselor, and a sentence that says what will happen. */
export function BookingDesk({ timezone, onOtherTime }: { timezone: string; onOtherTime: () => void }) {
  const [values, setValues] = useState(nothingChosen);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const { mutateAsync: place, isPending } = usePlaceBooking();
  const [attempts, setAttempts] = useState(0);
  const form = useFirstFault<HTMLFormElement>(attempts);
  const set = (changes: Partial<BookingValues>) => {
    setValues((before) => ({ ...before, ...changes }));
    setErrors((before) => without(before, Object.keys(changes)));
  };

  async function book() {
    const invalid = firstMessages(BookingForm.safeParse(values));
    setErrors(invalid);
    setAttempts((count) => count + 1);
    if (Object.keys(invalid).length > 0) return;
    try {
      const { checkoutUrl } = await place(values);
      window.location.assign(checkoutUrl);
    } catch (error) {
      setErrors(fieldsOf(error));
      setAttempts((count) => count + 1);
      showFailure(error, 'Failed to book session', 'Error booking session');
    }
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label="Book a session"
      onSubmit={(event) => {
        event.preventDefault();
        void book();
      }}
    >
      <SessionTypes value={values.sessionType} onChange={(sessionType) => set({ sessionType })} />
      <div className="mt-9 grid rounded-card border border-line bg-card shadow-card max-lg:divide-y lg:grid-cols-[minmax(0,1.05fr)_minmax(0,1fr)_minmax(0,1fr)] lg:divide-x divide-line">
        <When values={values} errors={errors} timezone={timezone} onChange={set} />
        <Step number={3} title="For the counselor">
          {() => (
            <TextArea
              label="Notes"
              isOptional
              rows={6}
              maxLength={notesMaxCharacters}
              value={values.notes}
              error={errors['notes']}
              description="Only you and our staff can read this. It is kept encrypted and never put in an email."
              onChange={(notes) => set({ notes })}
            />
          )}
        </Step>
      </div>
      <BookingSummary values={values} isPending={isPending} onOtherTime={onOtherTime} />
    </form>
  );
}

interface WhenProps {
  values: BookingValues;
  errors: Readonly<Record<string, string>>;
  timezone: string;
  onChange: (changes: Partial<BookingValues>) => void;
}

function When({ values, errors, timezone, onChange }: WhenProps) {
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

interface StepProps {
  number: number;
  title: string;
  error?: string | undefined;
  children: (headingId: string) => ReactNode;
}

function Step({ number, title, error, children }: StepProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0 p-4.5 md:p-7">
      <h2
        id={id}
        tabIndex={-1}
        data-fault={error ? '' : undefined}
        className="mb-4 flex items-baseline gap-3 text-title outline-none"
      >
        <span aria-hidden="true" className="font-serif text-base text-gold lining-nums">
          {number}
        </span>
        {title}
      </h2>
      {children(id)}
      {error && (
        <div role="alert" className="mt-2">
          <FieldError>{error}</FieldError>
        </div>
      )}
    </section>
  );
}

function without(record: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}
