import { PlacedBooking } from '../../../../../shared/care/counselor-bookings.ts';
import {
  TherapyRequest,
  TherapyRequestForm,
  TherapyRequestList,
} from '../../../../../shared/care/therapy-requests.ts';
import { IdParams } from '../../../../../shared/values.ts';
import type { App } from '../../../../platform/context.ts';
import { visitedOrigin } from '../../../../platform/http/this-machine.ts';
import { attemptsOfOwner, ownerOf, signedIn } from '../../../accounts/auth/sessions/sessions.ts';
import { limitAttempts } from '../../../system/attempt-limits/attempt-limits.ts';
import { bookingForOwner } from '../counselor-bookings/counselor-bookings.ts';
import { bookOffer } from './book-offer.ts';
import { makeTherapyRequest } from './make-request.ts';
import { listTherapyRequests, requestForOwner } from './therapy-requests.ts';

const requestsOfOwner = attemptsOfOwner('therapy requests', 30);

/** For owners who cannot make any of the offered times. */
export async function therapyRequestsRoutes(app: App): Promise<void> {
  const { services } = app;
  const preHandler = limitAttempts(requestsOfOwner);

  app.get(
    '/api/therapy-requests',
    { onRequest: signedIn, schema: { response: { 200: TherapyRequestList } } },
    async (request) => {
      const requests = await listTherapyRequests(services.db, ownerOf(request).id);
      return requests.map((each) => requestForOwner(services, each));
    },
  );

  app.post(
    '/api/therapy-requests',
    {
      onRequest: signedIn,
      preHandler,
      schema: { body: TherapyRequestForm, response: { 201: TherapyRequest } },
    },
    async (request, reply) => {
      const made = await makeTherapyRequest(services, ownerOf(request).id, request.body);
      return reply.status(201).send(requestForOwner(services, made));
    },
  );

  app.post(
    '/api/therapy-requests/:id/book',
    { onRequest: signedIn, preHandler, schema: { params: IdParams, response: { 201: PlacedBooking } } },
    async (request, reply) => {
      const origin = visitedOrigin(request, services.config.publicUrl);
      const { id } = request.params;
      const { booking, checkoutUrl } = await bookOffer(services, ownerOf(request).id, id, origin);
      return reply.status(201).send({ ...bookingForOwner(services, booking), checkoutUrl });
    },
  );
}
