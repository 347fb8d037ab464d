import { Phone } from 'lucide-react';
import type { CounselorBooking } from '../../../../shared/care/counselor-bookings.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Folded } from '../../../ui/folded.tsx';
import { Loaded } from '../../../ui/read-failure.tsx';
import { SectionHeading } from '../../../ui/section-heading.tsx';
import { Skeleton, SkeletonArea } from '../../../ui/skeleton.tsx';
import { ThreadList } from '../../../ui/thread-list.tsx';
import { momentOf } from './booking-values.ts';
import { useBookings } from './queries.ts';
import { SessionActions } from './session-actions.tsx';
import { describeNext, isOpen, statusBadges } from './session-labels.ts';

/** The owner's sessions: future ones along the thread, the others below. */
export function OwnSessions({ timezone }: { timezone: string }) {
  return (
    <section aria-labelledby="your-sessions" className="mt-14 md:mt-19">
      <SectionHeading id="your-sessions">Your sessions</SectionHeading>
      <Loaded
        query={useBookings()}
        what="your sessions"
        safe="What you have booked stays booked."
        skeleton={
          <SkeletonArea label="Loading your sessions" className="grid gap-5">
            <Skeleton className="h-14" />
            <Skeleton className="h-14" />
          </SkeletonArea>
        }
      >
        {(bookings) => <Sessions bookings={bookings} timezone={timezone} />}
      </Loaded>
      <p className="mt-12 flex max-w-measure items-start gap-3 text-ink-soft">
        <Phone aria-hidden="true" className="mt-1 size-5 flex-none text-gold" strokeWidth={1.5} />
        If it cannot wait until a session, call or text 988 in the United States, day or night. It costs
        nothing.
      </p>
    </section>
  );
}

interface SessionsProps {
  bookings: readonly CounselorBooking[];
  timezone: string;
}

function Sessions({ bookings, timezone }: SessionsProps) {
  const open = bookings.filter(isOpen);
  const past = bookings.filter((booking) => !isOpen(booking)).toReversed();
  if (bookings.length === 0)
    return <p className="text-ink-soft">You have no sessions yet. What you book appears here.</p>;
  return (
    <>
      {open.length === 0 ? (
        <p className="text-ink-soft">No session is booked. Past ones are below.</p>
      ) : (
        <ThreadList
          label="Sessions to come"
          items={open.map((booking) => ({
            key: booking.id,
            content: <OpenSession booking={booking} timezone={timezone} />,
          }))}
        />
      )}
      {past.length > 0 && (
        <ul aria-label="Earlier sessions" className="mt-11 border-t border-line">
          {past.map((booking) => (
            <li
              key={booking.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3.5"
            >
              <div className="min-w-0 max-w-measure">
                <p className="lining-nums">{momentOf(booking, timezone)}</p>
                <p className="text-small text-ink-soft">{describeNext(booking, timezone, Date.now())}</p>
                <Notes title="What the counselor wrote for you" text={booking.counselorNotes} />
              </div>
              <Badge {...statusBadges[booking.status]} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function OpenSession({ booking, timezone }: { booking: CounselorBooking; timezone: string }) {
  return (
    <div className="grid items-center gap-x-6 gap-y-3 md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
          <h3 className="text-[1.3125rem] leading-snug lining-nums">{momentOf(booking, timezone)}</h3>
          <Badge {...statusBadges[booking.status]} />
        </div>
        <p className="mt-1 max-w-measure text-ink-soft lining-nums">
          {describeNext(booking, timezone, Date.now())}
        </p>
        <Notes title="Your notes for the counselor" text={booking.notes} />
        <Notes title="What the counselor wrote for you" text={booking.counselorNotes} />
      </div>
      <SessionActions booking={booking} timezone={timezone} />
    </div>
  );
}

function Notes({ title, text }: { title: string; text: string | null | undefined }) {
  if (!text) return null;
  return (
    <Folded title={title} className="mt-1">
      <p className="max-w-measure whitespace-pre-wrap wrap-anywhere">{text}</p>
    </Folded>
  );
}
