import { useState } from 'react';
import { BookingForm } from '../../../../shared/care/counselor-bookings.ts';
import { notesMaxCharacters } from '../../../../shared/care/session-catalogue.ts';
import { fieldsOf } from '../../../lib/api/api-error.ts';
import { firstMessages } from '../../../lib/check-form.ts';
import { useFirstFault } from '../../../lib/first-fault.ts';
import { TextArea } from '../../../ui/text-area.tsx';
import { showFailure } from '../../../ui/toast.ts';
import { Step } from './booking-step.tsx';
import { BookingSummary } from './booking-summary.tsx';
import type { BookingValues } from './booking-values.ts';
import { usePlaceBooking } from './queries.ts';
import { When } from './session-time.tsx';
import { SessionTypes } from './session-types.tsx';

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

function without(record: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}
