import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  Availability,
  BookingCheckout,
  BookingForm,
  CounselorBooking,
  PlacedBooking,
} from '../../../../shared/care/counselor-bookings.ts';
import type { TherapyRequest, TherapyRequestForm } from '../../../../shared/care/therapy-requests.ts';
import { read, write } from '../../../lib/api/request.ts';
import { useWrite } from '../../../lib/api/use-write.ts';

const bookingsPath = '/api/counselor-bookings';
const requestsPath = '/api/therapy-requests';

/** In the order of the sessions. */
export function useBookings() {
  return useQuery<CounselorBooking[]>({
    queryKey: [bookingsPath],
    meta: { failure: 'Failed to fetch bookings' },
  });
}

export function useTherapyRequests() {
  return useQuery<TherapyRequest[]>({
    queryKey: [requestsPath],
    meta: { failure: 'Failed to fetch your requests' },
  });
}

/** The times of these days, both included, that are still to come. */
export function useAvailability(from: string, to: string) {
  const path = '/api/counselor-availability';
  return useQuery<Availability>({
    queryKey: [path, from, to],
    queryFn: ({ signal }) => read(`${path}?from=${from}&to=${to}`, { signal }),
    meta: { failure: 'Failed to fetch the free times' },
  });
}

/** Returns the session with the URL of its payment page. */
export function usePlaceBooking() {
  return useWrite((form: z.input<typeof BookingForm>) => write<PlacedBooking>('POST', bookingsPath, form), {
    onSettled: ['counselor-bookings'],
  });
}

/** Opens a new payment page for a session that is not paid yet. */
export function useReopenBookingCheckout() {
  return useWrite((id: string) => write<BookingCheckout>('POST', `${bookingsPath}/${id}/checkout`), {
    onError: ['counselor-bookings'],
  });
}

export function useCancelBooking() {
  return useWrite((id: string) => write<CounselorBooking>('POST', `${bookingsPath}/${id}/cancel`), {
    onSettled: ['counselor-bookings'],
  });
}

export function useMakeTherapyRequest() {
  return useWrite(
    (form: z.input<typeof TherapyRequestForm>) => write<TherapyRequest>('POST', requestsPath, form),
    { onSuccess: ['therapy-requests'] },
  );
}

/** Books the time that staff offered; returns the session with the URL of its payment page. */
export function useBookOffer() {
  return useWrite((id: string) => write<PlacedBooking>('POST', `${requestsPath}/${id}/book`), {
    onSettled: ['therapy-requests', 'counselor-bookings'],
  });
}
