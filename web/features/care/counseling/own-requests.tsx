import { CircleCheck, Hourglass, X } from 'lucide-react';
import { sessionKinds, type TherapyRequestStatus } from '../../../../shared/care/session-catalogue.ts';
import type { TherapyRequest } from '../../../../shared/care/therapy-requests.ts';
import { formatDay, formatMoment } from '../../../../shared/dates.ts';
import { formatDollars } from '../../../../shared/dollars.ts';
import { Badge, type BadgeLook } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Folded } from '../../../ui/folded.tsx';
import { Loaded } from '../../../ui/read-failure.tsx';
import { SectionHeading } from '../../../ui/section-heading.tsx';
import { showFailure } from '../../../ui/toast.ts';
import { useBookings, useBookOffer, useTherapyRequests } from './queries.ts';
import { isOpen } from './session-labels.ts';

const badges: Readonly<Record<TherapyRequestStatus, BadgeLook>> = {
  pending: { tone: 'gold', icon: Hourglass, children: 'Waiting for our answer' },
  scheduled: { tone: 'sage', icon: CircleCheck, children: 'Answered' },
  declined: { tone: 'neutral', icon: X, children: 'No time found' },
};

/** What the owner requested outside the offered times. Renders nothing if there are no requests. */
export function OwnRequests({ timezone }: { timezone: string }) {
  const query = useTherapyRequests();
  if (query.isPending || query.data?.length === 0) return null;
  return (
    <section aria-labelledby="your-requests" className="mt-14">
      <SectionHeading id="your-requests">Times you asked for</SectionHeading>
      <Loaded query={query} skeleton={null} what="your requests" safe="We have what you asked for.">
        {(requests) => (
          <ul className="border-t border-line">
            {requests.toReversed().map((request) => (
              <Request key={request.id} request={request} timezone={timezone} />
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}

function Request({ request, timezone }: { request: TherapyRequest; timezone: string }) {
  const { sessionType, preferredDate, preferredTime, status, reason, specialRequests } = request;
  return (
    <li className="grid gap-x-6 gap-y-2 border-b border-line py-4 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
      <div className="min-w-0 max-w-measure">
        <p className="wrap-anywhere lining-nums">
          {sessionKinds[sessionType].name} session on {formatDay(preferredDate)}, {preferredTime}
        </p>
        <p className="text-ink-soft lining-nums">{answerOf(request, timezone)}</p>
        {(reason || specialRequests) && (
          <Folded title="What you wrote">
            <p className="whitespace-pre-wrap wrap-anywhere">
              {[reason, specialRequests].filter(Boolean).join('\n\n')}
            </p>
          </Folded>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Badge {...badges[status]} />
        <BookOffer request={request} />
      </div>
    </li>
  );
}

function answerOf({ status, scheduledDate, therapistAssigned }: TherapyRequest, timezone: string): string {
  if (status === 'pending') return 'We will write to you by email.';
  if (status === 'declined' || !scheduledDate)
    return 'We are sorry: nobody was free then. You can ask again.';
  return `${therapistAssigned} can see you on ${formatMoment(scheduledDate, timezone)}.`;
}

/** For an offer whose time is not over and that is not booked yet. */
function BookOffer({
  request: { id, status, scheduledDate, sessionType, bookingId },
}: {
  request: TherapyRequest;
}) {
  const { data: bookings = [] } = useBookings();
  const { mutateAsync: book, isPending } = useBookOffer();
  const isBooked = bookings.some((booking) => booking.id === bookingId && isOpen(booking));
  if (status !== 'scheduled' || !scheduledDate || isBooked || Date.parse(scheduledDate) <= Date.now())
    return null;

  async function pay() {
    try {
      const { checkoutUrl } = await book(id);
      window.location.assign(checkoutUrl);
    } catch (error) {
      showFailure(error, 'Failed to book session', 'Error booking session');
    }
  }

  return (
    <Button size="small" isPending={isPending} onPress={() => void pay()}>
      Book and pay {formatDollars(sessionKinds[sessionType].price)}
    </Button>
  );
}
