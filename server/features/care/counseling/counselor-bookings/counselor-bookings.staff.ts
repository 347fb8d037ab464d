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
import { staffChanges } from '../../../accounts/auth/staff/changes/changes.ts';
import { freshStaff, type RequireMayActOn, staff } from '../../../accounts/auth/staff/staff.ts';
import { listBookingsForStaff, loadBookingForStaff } from './list-for-staff.ts';
import { openBookingWords, writeCounselorNotes } from './session-notes.ts';
import {
  cancelBookingAsStaff,
  completeBooking,
  confirmBooking,
  moveBooking,
  setMeetingLink,
} from './staff-actions.ts';

/** Counseling sessions: which to confirm and to hold, and what staff do about them. */
export async function counselorBookingsStaffRoutes(
  app: App,
  { requireMayActOn }: { requireMayActOn: RequireMayActOn },
): Promise<void> {
  const { services } = app;
  const url = '/api/admin/counselor-bookings';

  app.get(
    url,
    { onRequest: staff, schema: { querystring: StaffBookingQuery, response: { 200: StaffBookingList } } },
    async (request) => listBookingsForStaff(services, request.query),
  );

  app.get(
    `${url}/:id`,
    { onRequest: staff, schema: { params: IdParams, response: { 200: StaffBooking } } },
    async (request) => loadBookingForStaff(services, request.params.id),
  );

  const change = staffChanges(app, { url, answer: StaffBooking, load: loadBookingForStaff });
  change(['POST', 'confirm'], staff, StaffBookingConfirmation, confirmBooking);
  change(['PUT', 'link'], staff, StaffBookingLink, setMeetingLink);
  change(['POST', 'move'], staff, StaffBookingMove, (_, by) => moveBooking(services, requireMayActOn, by));
  change(['POST', 'complete'], staff, StaffBookingChange, completeBooking);
  change(['POST', 'cancel'], freshStaff, StaffBookingChange, (_, by) =>
    cancelBookingAsStaff(services, requireMayActOn, by),
  );

  // What the owner and the counselor wrote is health data.
  change(['PUT', 'notes'], freshStaff, StaffBookingNotes, writeCounselorNotes);
  app.post(
    `${url}/:id/open-notes`,
    {
      onRequest: freshStaff,
      schema: { params: IdParams, body: OpeningWords, response: { 200: BookingWords } },
    },
    async (request) => {
      const { id } = request.params;
      return openBookingWords(services, { ...request.body, actor: ownerOf(request).id, id });
    },
  );
}
