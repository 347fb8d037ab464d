import { and, desc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { TherapyRequest } from '../../../../../shared/care/therapy-requests.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable, Tx } from '../../../../platform/database.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { announce } from '../../../../platform/events.ts';
import { type AuditAction, record } from '../../../system/audit/audit.ts';
import { announceToStaff } from '../../../system/changes/changes.ts';
import { requestNotes, type TherapyRequestRow, therapyRequests } from './therapy-requests.table.ts';

export { countTherapyRequests } from './list-for-staff.ts';

const listMaxItems = 200;

/** A request as its owner sees it. */
export function requestForOwner(
  services: Pick<Services, 'appSecret'>,
  row: TherapyRequestRow,
): z.output<typeof TherapyRequest> {
  return {
    ...row,
    reason: requestNotes.decrypt(services, row, 'reason'),
    specialRequests: requestNotes.decrypt(services, row, 'specialRequests'),
  };
}

/** The owner's latest requests, oldest first. */
export async function listTherapyRequests(db: Queryable, userId: string): Promise<TherapyRequestRow[]> {
  const latest = await db
    .select()
    .from(therapyRequests)
    .where(eq(therapyRequests.userId, userId))
    .orderBy(desc(therapyRequests.id))
    .limit(listMaxItems);
  return latest.reverse();
}

/** 404 if there is none, or it does not belong to `userId`, if given. */
export async function lockTherapyRequest(tx: Tx, id: string, userId?: string): Promise<TherapyRequestRow> {
  const [request] = await tx
    .select()
    .from(therapyRequests)
    .where(and(eq(therapyRequests.id, id), userId ? eq(therapyRequests.userId, userId) : undefined))
    .for('update');
  return requireFound(request, 'This request');
}

export async function changeTherapyRequest(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  id: string,
  columns: Partial<TherapyRequestRow>,
): Promise<TherapyRequestRow> {
  const [request] = await tx
    .update(therapyRequests)
    .set({ ...columns, updatedAt: clock.now() })
    .where(eq(therapyRequests.id, id))
    .returning();
  return requireFound(request);
}

export async function recordRequest(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  { id, userId, sessionType }: TherapyRequestRow,
  action: Extract<AuditAction, `therapy-request.${string}`>,
): Promise<void> {
  await record(tx, clock.now(), {
    action,
    actor: userId,
    userId,
    subjectId: id,
    details: { sessionType },
  });
  await announceRequests(tx, userId);
}

export async function announceRequests(tx: Tx, userId: string): Promise<void> {
  await announce(tx, userId, ['therapy-requests']);
  await announceToStaff(tx);
}
