import { eq } from 'drizzle-orm';
import type { SeenRequest, StaffRequestAct } from '../../../../../shared/keepsakes/staff-storage-requests.ts';
import type { AuditAction } from '../../../../../shared/system/audit-actions.ts';
import { differences, requireAsSeen } from '../../../../platform/as-seen.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { AppError, requireFound } from '../../../../platform/errors.ts';
import type { ByStaff } from '../../../accounts/auth/staff/changes/changes.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import { enqueueMail } from '../../../outbox/messages/mails/mails.ts';
import { record } from '../../../system/audit/audit.ts';
import { announceItems } from '../physical-items.ts';
import { eventOf } from './list-for-staff.ts';
import { nextStatus } from './storage-request-state.ts';
import { physicalStorageRequests, type StorageRequestRow } from './storage-requests.table.ts';
import { changeRequest, lockRequest } from './storage-requests.ts';

type OnRequest = ByStaff<SeenRequest>;

const actions = {
  approve: 'storage-request.approved-by-staff',
  decline: 'storage-request.declined-by-staff',
  notes: 'storage-request.changed-by-staff',
} as const satisfies Record<StaffRequestAct, AuditAction>;

/** Says where and how to send it, or why not. Its owner gets the answer by mail. Throws like `noteOnRequest`. */
export function answerRequest(act: 'approve' | 'decline') {
  return (services: Services, { answer, ...by }: OnRequest & { answer: string }): Promise<void> =>
    changeAsStaff(services, act, by, (before) => ({
      status: requireStatus(before, act),
      answer: act === 'approve' ? withAddress(services, answer) : answer,
      answeredAt: services.clock.now(),
    }));
}

/** Nobody of staff can have things sent to an address of their own. */
function withAddress({ config: { itemsAddress } }: Services, answer: string): string {
  if (!itemsAddress) return answer;
  return `Please send it to this address, and to no other, whatever anybody tells you:\n${itemsAddress}\n\n${answer}`;
}

/** 404 for an unknown request; 409 if its state does not allow it, or if it is no longer as `seen`. */
export function noteOnRequest(
  services: Services,
  { adminNotes, ...by }: OnRequest & { adminNotes: string | null },
): Promise<void> {
  return changeAsStaff(services, 'notes', by, () => ({ adminNotes: adminNotes || null }));
}

function changeAsStaff(
  services: Services,
  act: StaffRequestAct,
  { actor, id: requestId, reason, seen }: OnRequest,
  columnsOf: (before: StorageRequestRow) => Partial<StorageRequestRow>,
): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    const isIt = eq(physicalStorageRequests.id, requestId);
    const [known] = await tx.select().from(physicalStorageRequests).where(isIt);
    const { userId } = requireFound(known, 'This request');
    await lockOwner(tx, userId);
    const before = await lockRequest(tx, userId, requestId);
    requireUnchanged(seen, before);
    const after = await changeRequest(tx, services, requestId, columnsOf(before));
    if (act !== 'notes')
      await enqueueMail(tx, services, {
        kind: 'storage-request-answered',
        userId,
        subjectId: requestId,
        details: { status: after.status },
      });
    await record(tx, services.clock.now(), {
      action: actions[act],
      actor,
      userId,
      subjectId: requestId,
      reason,
      before: factsOf(before),
      after: factsOf(after),
    });
    await announceItems(tx, userId);
  });
}

function requireStatus(
  { status }: StorageRequestRow,
  act: keyof typeof eventOf,
): StorageRequestRow['status'] {
  const next = nextStatus(status, eventOf[act]);
  if (next) return next;
  throw new AppError('conflict', `This cannot be done with a request in this state: ${status}`);
}

const words: Record<keyof SeenRequest, string> = {
  status: 'The status',
  answer: 'The answer',
  adminNotes: 'The notes',
};

/** 409 with a sentence for each field that changed since staff looked. */
function requireUnchanged(seen: SeenRequest, request: StorageRequestRow): void {
  requireAsSeen('request', differences(words, seen, request));
}

/** Contains only the length of what people write. */
function factsOf({ status, answer, adminNotes }: StorageRequestRow) {
  return { status, answerCharacters: answer?.length ?? 0, notesCharacters: adminNotes?.length ?? 0 };
}
