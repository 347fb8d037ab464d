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
import { ApiError } from '../../../lib/api/api-error.ts';
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

const availabilityPath = '/api/counselor-availability';

/** The future times on these days, inclusive; null while the plan is not paid. */
export function useAvailability(from: string, to: string) {
  return useQuery<Availability | null>({
    queryKey: [availabilityPath, from, to],
    queryFn: ({ signal }) => readAvailability(from, to, signal),
    // After the plan is paid, the times are loaded as soon as the page opens again.
    staleTime: ({ state }) => (state.data === null ? 0 : Number.POSITIVE_INFINITY),
    meta: { failure: 'Failed to fetch the free times' },
  });
}

/** That the plan is not paid (402) is a result, not a failure to report in a toast. */
export async function readAvailability(
  from: string,
  to: string,
  signal?: AbortSignal,
): Promise<Availability | null> {
  try {
    return await read(`${availabilityPath}?from=${from}&to=${to}`, { signal });
  } catch (error) {
    if (error instanceof ApiError && error.status === 402) return null;
    throw error;
  }
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
