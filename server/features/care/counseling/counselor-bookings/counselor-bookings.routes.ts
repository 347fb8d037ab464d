import type { FastifyRequest } from 'fastify';
import {
  Availability,
  AvailabilityQuery,
  BookingCheckout,
  BookingForm,
  CounselorBooking,
  CounselorBookingList,
  PlacedBooking,
} from '../../../../../shared/care/counselor-bookings.ts';
import { IdParams } from '../../../../../shared/values.ts';
import type { App } from '../../../../platform/context.ts';
import { visitedOrigin } from '../../../../platform/http/this-machine.ts';
import { attemptsOfOwner, ownerOf, signedIn } from '../../../accounts/auth/sessions/sessions.ts';
import { limitAttempts } from '../../../system/attempt-limits/attempt-limits.ts';
import { readAvailability } from './availability.ts';
import { reopenBookingCheckout } from './booking-checkout.ts';
import { listBookings, requirePaidPlan, toAnswer } from './bookings.ts';
import { cancelBooking } from './cancel-booking.ts';
import { placeBooking } from './place-booking.ts';

const bookingsOfOwner = attemptsOfOwner('counseling bookings', 30);

/** An owner's counseling sessions, and the times that are free. */
export async function counselorBookingsRoutes(app: App): Promise<void> {
  const { services } = app;
  const preHandler = limitAttempts(bookingsOfOwner);
  const originOf = (request: FastifyRequest) => visitedOrigin(request, services.config.publicUrl);

  app.get(
    '/api/counselor-availability',
    { onRequest: signedIn, schema: { querystring: AvailabilityQuery, response: { 200: Availability } } },
    async (request) => {
      requirePaidPlan(ownerOf(request), services.clock.now());
      return readAvailability(services, request.query);
    },
  );

  app.get(
    '/api/counselor-bookings',
    { onRequest: signedIn, schema: { response: { 200: CounselorBookingList } } },
    async (request) => {
      const bookings = await listBookings(services.db, ownerOf(request).id);
      return bookings.map((booking) => toAnswer(services, booking));
    },
  );

  app.post(
    '/api/counselor-bookings',
    { onRequest: signedIn, preHandler, schema: { body: BookingForm, response: { 201: PlacedBooking } } },
    async (request, reply) => {
      const { id } = ownerOf(request);
      const { booking, checkoutUrl } = await placeBooking(services, id, request.body, originOf(request));
      return reply.status(201).send({ ...toAnswer(services, booking), checkoutUrl });
    },
  );

  app.post(
    '/api/counselor-bookings/:id/checkout',
    { onRequest: signedIn, preHandler, schema: { params: IdParams, response: { 201: BookingCheckout } } },
    async (request, reply) => {
      const { id } = request.params;
      const page = await reopenBookingCheckout(services, ownerOf(request).id, id, originOf(request));
      return reply.status(201).send(page);
    },
  );

  app.post(
    '/api/counselor-bookings/:id/cancel',
    { onRequest: signedIn, schema: { params: IdParams, response: { 200: CounselorBooking } } },
    async (request) =>
      toAnswer(services, await cancelBooking(services, ownerOf(request).id, request.params.id)),
  );
}
