import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  Availability,
  BookingCheckout,
  BookingForm,
  CounselorBooking,
  PlacedBooking,
} from '../../../../shared/care/counselor-bookings.ts';
import type { TherapyRequest, TherapyRequestForm } from '../../../../shared/care/therapy-requests.ts';
import { invalidateTopics } from '../../../lib/api/changed-queries.ts';
import { read, write } from '../../../lib/api/request.ts';

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
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (form: z.input<typeof BookingForm>) => write<PlacedBooking>('POST', bookingsPath, form),
    onSettled: () => invalidateTopics(queries, ['counselor-bookings']),
  });
}

/** Opens a new payment page for a session that is not paid yet. */
export function useReopenBookingCheckout() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => write<BookingCheckout>('POST', `${bookingsPath}/${id}/checkout`),
    onError: () => invalidateTopics(queries, ['counselor-bookings']),
  });
}

export function useCancelBooking() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => write<CounselorBooking>('POST', `${bookingsPath}/${id}/cancel`),
    onSettled: () => invalidateTopics(queries, ['counselor-bookings']),
  });
}

export function useMakeTherapyRequest() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (form: z.input<typeof TherapyRequestForm>) =>
      write<TherapyRequest>('POST', requestsPath, form),
    onSuccess: () => invalidateTopics(queries, ['therapy-requests']),
  });
}

/** Books the time that staff offered; returns the session with the URL of its payment page. */
export function useBookOffer() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => write<PlacedBooking>('POST', `${requestsPath}/${id}/book`),
    onSettled: () => invalidateTopics(queries, ['therapy-requests', 'counselor-bookings']),
  });
}
