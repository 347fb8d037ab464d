import { noticeHours, sessionKinds, sessionTimezone } from '../../../../shared/care/session-catalogue.ts';
import { formatDollars } from '../../../../shared/dollars.ts';
import { toInstant } from '../../../lib/dates.ts';
import { isAnythingSold } from '../../../lib/site-settings.ts';
import { Button } from '../../../ui/button.tsx';
import { Thread } from '../../../ui/thread.tsx';
import { type BookingValues, describeChoice } from './booking-values.ts';

interface BookingSummaryProps {
  values: BookingValues;
  isPending: boolean;
  onOtherTime: () => void;
}

/** One sentence before paying: what, when, and until when it can be cancelled. */
export function BookingSummary({ values, isPending, onOtherTime }: BookingSummaryProps) {
  const price = formatDollars(sessionKinds[values.sessionType].price);
  const isChosen = values.sessionDate !== '' && values.sessionTime !== '';
  return (
    <>
      <Thread
        path="M190 0C190 32 400 14 560 14S930 32 930 0"
        viewBox="0 0 1120 34"
        isStretched
        drawn="none"
        isFaint={!isChosen}
        className="hidden h-8.5 w-full lg:block"
      />
      <div className="mt-6 grid items-center gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_auto]">
        <div>
          <p aria-live="polite" className="max-w-[38ch] font-serif text-title">
            {isChosen ? describeChoice(values) : `Choose ${values.sessionDate ? '' : 'a day and '}a time.`}
          </p>
          <p className="mt-2 max-w-measure text-ink-soft">
            {isChosen && isSoon(values) ? soon : later(price)}
          </p>
          <button
            type="button"
            className="min-h-11 font-medium text-pine underline underline-offset-4"
            onClick={onOtherTime}
          >
            None of these times suit me
          </button>
        </div>
        <Button
          type="submit"
          isPending={isPending}
          isDisabled={!isAnythingSold()}
          className="max-md:w-full md:max-lg:justify-self-start"
        >
          Book and pay {price}
        </Button>
      </div>
    </>
  );
}

const soon =
  'It is less than 24 hours away, so it cannot be cancelled. The meeting link comes by email as soon as it is confirmed.';

function later(price: string): string {
  return `The meeting link comes by email 24 hours before. Until then you can cancel and get the ${price} back.`;
}

function isSoon({ sessionDate, sessionTime }: BookingValues): boolean {
  const startsAt = toInstant({ date: sessionDate, time: sessionTime, timeZone: sessionTimezone });
  return Date.parse(startsAt) - Date.now() < noticeHours * 3_600_000;
}
