import type { z } from 'zod';
import type { RequestWords } from '../../../../../shared/care/staff-therapy-requests.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { record } from '../../../system/audit/audit.ts';
import type { OnRequest } from './staff-actions.ts';
import { requestNotes } from './therapy-requests.table.ts';
import { lockTherapyRequest } from './therapy-requests.ts';

/** Decrypts the notes of the owner and staff, after recording who reads them and why. */
export function openRequestWords(
  services: Services,
  { actor, id: requestId, reason }: Omit<OnRequest, 'seen'>,
): Promise<z.output<typeof RequestWords>> {
  return inTransaction(services.db, async (tx) => {
    const request = await lockTherapyRequest(tx, requestId);
    await record(tx, services.clock.now(), {
      action: 'therapy-request.read-by-staff',
      actor,
      userId: request.userId,
      subjectId: requestId,
      reason,
    });
    return {
      reason: requestNotes.decrypt(services, request, 'reason'),
      specialRequests: requestNotes.decrypt(services, request, 'specialRequests'),
      adminNotes: requestNotes.decrypt(services, request, 'adminNotes'),
    };
  });
}
