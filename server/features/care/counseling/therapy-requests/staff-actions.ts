import type { z } from 'zod';
import { sessionTimezone } from '../../../../../shared/care/session-catalogue.ts';
import type {
  SeenTherapyRequest,
  StaffRequestAct,
  StaffRequestNotes,
} from '../../../../../shared/care/staff-therapy-requests.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { AppError, fieldError } from '../../../../platform/errors.ts';
import { instantOf } from '../../../../platform/local-time.ts';
import type { ByStaff } from '../../../accounts/auth/staff/changes/changes.ts';
import { enqueueMail } from '../../../outbox/messages/mails/mails.ts';
import { type AuditAction, record } from '../../../system/audit/audit.ts';
import { actsOnRequest, requireUnchanged } from './list-for-staff.ts';
import { requestNotes, type TherapyRequestRow } from './therapy-requests.table.ts';
import { announceRequests, changeTherapyRequest, lockTherapyRequest } from './therapy-requests.ts';

export type OnRequest = ByStaff<SeenTherapyRequest>;

/** Offers a time and a therapist; the owner gets a mail, and books it if it suits them. 404; 409 if the status does not allow it. */
export function answerRequest(
  services: Services,
  by: OnRequest & { date: string; time: string; therapistAssigned: string },
): Promise<void> {
  return changeAsStaff(services, 'therapy-request.answered-by-staff', by, async (tx, before) => {
    requireAct(before, 'answer');
    const now = services.clock.now();
    const scheduledDate = instantOf({ localDate: by.date, localTime: by.time, timezone: sessionTimezone });
    if (scheduledDate <= now) throw fieldError('date', 'This time is over');
    const { therapistAssigned } = by;
    const answer = { status: 'scheduled', scheduledDate, therapistAssigned, answeredAt: now } as const;
    const after = await changeTherapyRequest(tx, services, before.id, answer);
    await tellOwner(tx, services, after);
    return after;
  });
}

/** Says that no time is available; the owner gets a mail. */
export function declineRequest(services: Services, by: OnRequest): Promise<void> {
  return changeAsStaff(services, 'therapy-request.declined-by-staff', by, async (tx, before) => {
    requireAct(before, 'decline');
    const answer = { status: 'declined', scheduledDate: null, therapistAssigned: null } as const;
    const after = await changeTherapyRequest(tx, services, before.id, {
      ...answer,
      answeredAt: services.clock.now(),
    });
    await tellOwner(tx, services, after);
    return after;
  });
}

/** Saves the notes of staff. 409 if somebody has written others since. */
export function writeAdminNotes(
  services: Services,
  by: OnRequest & z.output<typeof StaffRequestNotes>,
): Promise<void> {
  return changeAsStaff(services, 'therapy-request.notes-written-by-staff', by, (tx, before) => {
    requestNotes.requireVersion('request', before, 'adminNotes', by.seen.adminNotesVersion);
    return changeTherapyRequest(tx, services, before.id, {
      adminNotes: requestNotes.encrypt(services, before.id, 'adminNotes', by.adminNotes),
    });
  });
}

function changeAsStaff(
  { db, clock }: Services,
  action: AuditAction,
  { actor, id: requestId, reason, seen }: OnRequest,
  change: (tx: Tx, request: TherapyRequestRow) => Promise<TherapyRequestRow>,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const before = await lockTherapyRequest(tx, requestId);
    requireUnchanged(seen, before);
    const after = await change(tx, before);
    const { userId } = before;
    await record(tx, clock.now(), {
      action,
      actor,
      userId,
      subjectId: requestId,
      reason,
      before: factsOf(before),
      after: factsOf(after),
    });
    await announceRequests(tx, userId);
  });
}

function requireAct(request: TherapyRequestRow, act: StaffRequestAct): void {
  if (actsOnRequest(request).includes(act)) return;
  const state = request.bookingId ? 'booked' : request.status;
  throw new AppError('conflict', `This cannot be done with a request in this state: ${state}`);
}

async function tellOwner(
  tx: Tx,
  services: Services,
  { id: subjectId, userId }: TherapyRequestRow,
): Promise<void> {
  await enqueueMail(tx, services, { kind: 'therapy-request-answered', userId, subjectId });
}

/** Contains nothing that anybody wrote. */
function factsOf({ status, scheduledDate, therapistAssigned, adminNotes }: TherapyRequestRow) {
  return {
    status,
    scheduledDate: scheduledDate?.toISOString() ?? null,
    therapistAssigned,
    hasAdminNotes: adminNotes !== null,
  };
}
