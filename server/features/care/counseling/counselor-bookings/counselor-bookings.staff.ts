import type { FastifyRequest } from 'fastify';
import {
  BookingWords,
  OpeningWords,
  StaffBooking,
  StaffBookingChange,
  StaffBookingConfirmation,
  StaffBookingLink,
  StaffBookingList,
  StaffBookingMove,
  StaffBookingNotes,
  StaffBookingQuery,
} from '../../../../../shared/care/staff-counselor-bookings.ts';
import { IdParams } from '../../../../../shared/values.ts';
import type { App } from '../../../../platform/context.ts';
import { ownerOf } from '../../../accounts/auth/sessions/sessions.ts';
import { freshStaff, staff } from '../../../accounts/staff/staff.ts';
import { listBookingsForStaff, loadBookingForStaff } from './list-for-staff.ts';
import {
  cancelBookingAsStaff,
  completeBooking,
  confirmBooking,
  moveBooking,
  openBookingWords,
  setMeetingLink,
  writeCounselorNotes,
} from './staff-actions.ts';

const params = IdParams;
const response = { 200: StaffBooking };

function byStaff(request: FastifyRequest<{ Params: { id: string } }>) {
  return { actor: ownerOf(request).id, bookingId: request.params.id };
}

/** Counseling sessions: those to confirm and to hold, and what staff do about them. */
export async function counselorBookingsStaffRoutes(app: App): Promise<void> {
  const { services } = app;
  const path = '/api/admin/counselor-bookings';

  app.get(
    path,
    { onRequest: staff, schema: { querystring: StaffBookingQuery, response: { 200: StaffBookingList } } },
    async (request) => listBookingsForStaff(services, request.query),
  );

  app.get(`${path}/:id`, { onRequest: staff, schema: { params, response } }, async (request) =>
    loadBookingForStaff(services, request.params.id),
  );

  app.post(
    `${path}/:id/confirm`,
    { onRequest: staff, schema: { params, body: StaffBookingConfirmation, response } },
    async (request) => {
      await confirmBooking(services, { ...request.body, ...byStaff(request) });
      return loadBookingForStaff(services, request.params.id);
    },
  );

  app.put(
    `${path}/:id/link`,
    { onRequest: staff, schema: { params, body: StaffBookingLink, response } },
    async (request) => {
      await setMeetingLink(services, { ...request.body, ...byStaff(request) });
      return loadBookingForStaff(services, request.params.id);
    },
  );

  app.post(
    `${path}/:id/move`,
    { onRequest: staff, schema: { params, body: StaffBookingMove, response } },
    async (request) => {
      await moveBooking(services, { ...request.body, ...byStaff(request) });
      return loadBookingForStaff(services, request.params.id);
    },
  );

  app.post(
    `${path}/:id/complete`,
    { onRequest: staff, schema: { params, body: StaffBookingChange, response } },
    async (request) => {
      await completeBooking(services, { ...request.body, ...byStaff(request) });
      return loadBookingForStaff(services, request.params.id);
    },
  );

  app.post(
    `${path}/:id/cancel`,
    { onRequest: freshStaff, schema: { params, body: StaffBookingChange, response } },
    async (request) => {
      await cancelBookingAsStaff(services, { ...request.body, ...byStaff(request) });
      return loadBookingForStaff(services, request.params.id);
    },
  );

  await notesRoutes(app, path);
}

/** What owner and counselor wrote: health data. */
async function notesRoutes(app: App, path: string): Promise<void> {
  const { services } = app;

  app.post(
    `${path}/:id/open-notes`,
    { onRequest: freshStaff, schema: { params, body: OpeningWords, response: { 200: BookingWords } } },
    async (request) => openBookingWords(services, { ...request.body, ...byStaff(request) }),
  );

  app.put(
    `${path}/:id/notes`,
    { onRequest: freshStaff, schema: { params, body: StaffBookingNotes, response } },
    async (request) => {
      await writeCounselorNotes(services, { ...request.body, ...byStaff(request) });
      return loadBookingForStaff(services, request.params.id);
    },
  );
}
