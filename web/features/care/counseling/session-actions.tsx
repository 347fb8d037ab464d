import { Video } from 'lucide-react';
import type { CounselorBooking } from '../../../../shared/care/counselor-bookings.ts';
import { sessionKinds } from '../../../../shared/care/session-catalogue.ts';
import { formatDollars } from '../../../../shared/dollars.ts';
import { Button } from '../../../ui/button.tsx';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { useConfirm } from '../../../ui/question-provider.tsx';
import { showFailure, toast } from '../../../ui/toast.ts';
import { momentOf } from './booking-values.ts';
import { useCancelBooking, useReopenBookingCheckout } from './queries.ts';

export function SessionActions({ booking, timezone }: { booking: CounselorBooking; timezone: string }) {
  const { meetingLink, status, paidAt, cancellableUntil } = booking;
  const moment = momentOf(booking, timezone);
  const { mutateAsync: reopen, isPending: isOpening } = useReopenBookingCheckout();
  const { isCancelling, cancel } = useCancelling(booking, moment);

  async function pay() {
    try {
      const { url } = await reopen(booking.id);
      window.location.assign(url);
    } catch (error) {
      showFailure(error, 'The payment page could not be opened. Please try again.');
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {cancellableUntil && (
        <Button
          variant="text"
          size="small"
          aria-label={`Cancel the session on ${moment}`}
          isPending={isCancelling}
          onPress={() => void cancel()}
        >
          Cancel
        </Button>
      )}
      {status === 'pending' && !paidAt && (
        <Button
          size="small"
          aria-label={`Pay now: ${moment}`}
          isPending={isOpening}
          onPress={() => void pay()}
        >
          Pay now
        </Button>
      )}
      {status === 'confirmed' && meetingLink && (
        <ButtonLink
          href={meetingLink}
          target="_blank"
          rel="noreferrer"
          size="small"
          icon={<Video aria-hidden="true" className="size-5" strokeWidth={1.75} />}
        >
          Join Session
        </ButtonLink>
      )}
    </div>
  );
}

function useCancelling({ id, sessionType, paidAt, price }: CounselorBooking, moment: string) {
  const { mutateAsync, isPending: isCancelling } = useCancelBooking();
  const confirm = useConfirm();
  const money = paidAt ? `We refund your ${formatDollars(price)}.` : 'Nothing was paid for it.';

  async function cancel() {
    const isConfirmed = await confirm({
      title: 'Cancel this session?',
      message: `Your ${sessionKinds[sessionType].name.toLowerCase()} session, ${moment}, will not take place, and its time becomes free for others. ${money}`,
      confirmLabel: 'Cancel session',
      cancelLabel: 'Keep it',
      tone: 'danger',
    });
    if (!isConfirmed) return;
    try {
      await mutateAsync(id);
      toast({ title: 'Session cancelled', description: money });
    } catch (error) {
      showFailure(error, 'The session could not be cancelled. Please try again.');
    }
  }

  return { isCancelling, cancel };
}
