import { eq } from 'drizzle-orm';
import type { LifeChangeAct, SeenLifeChange } from '../../../../../shared/after-death/staff-life-changes.ts';
import { fullNameOf } from '../../../../../shared/names.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { readDatabaseTime } from '../../../../platform/database-time.ts';
import { AppError, requireFound } from '../../../../platform/errors.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import { enqueueMail } from '../../../outbox/messages/mails/mails.ts';
import type { RecipientRow } from '../../../people/recipients/recipients.table.ts';
import { record } from '../../../system/audit/audit.ts';
import { announceToStaff } from '../../../system/changes/changes.ts';
import { requireMayActOn } from '../../death-cases/who-may-act/who-may-act.ts';
import { endHoldIfLast, lockPerson } from '../people.ts';
import { findChange, stateOf } from './change-rows.ts';
import { actsOn, verbs } from './life-change-actions.ts';
import { type LifeChangeRow, lifeChangeNotes, lifeChanges } from './life-changes.table.ts';
import { findSubstitute } from './substitutes.ts';

/** A staff action on an entry: who acts, why, and the entry as they saw it. */
export interface ChangeAct {
  by: string;
  changeId: string;
  reason: string;
  seen: SeenLifeChange;
  message?: string | null | undefined;
}

/**
 * Answers a contact's report and lets it stand; or ends it, perhaps by naming the guardian they propose; or confirms a death, so that a substitute,
 * or nobody, gets what was for that person. Refused to anyone who gains by it. 404 if unknown; 409 in another state, or if not as `seen`.
 */
export function actOnChange(services: Services, act: LifeChangeAct, by: ChangeAct): Promise<void> {
  const { action, verb } = verbs[act];
  return inTransaction(services.db, async (tx) => {
    const { userId, recipientId } = await findChange(tx, by.changeId);
    await requireMayActOn(tx, by.by, userId);
    // Locks the owner first, as their contacts and the revocation of a release do.
    await lockOwner(tx, userId);
    const person = await lockPerson(tx, userId, recipientId);
    const change = await findChange(tx, by.changeId);
    const substitute = await findSubstitute(tx, person);
    requireUnchanged(by.seen, change, substitute);
    if (!actsOn(change, person).includes(act))
      throw new AppError('conflict', `This cannot be done with an entry in this state: ${stateOf(change)}`);
    const at = await readDatabaseTime(tx, services.clock);
    const { changes, details } = await verb(tx, services, { change, person, substitute, by: by.by, at });
    const after = await write(tx, services, change, { ...changes, answeredAt: at }, by);
    if (after.endedAt) await endHoldIfLast(tx, services, recipientId, by.by);
    await enqueueMail(tx, services, {
      ...{ kind: 'life-change-decided', userId, subjectId: change.id },
      details: { at: at.toISOString() },
    });
    await record(tx, at, {
      action,
      actor: by.by,
      userId,
      subjectId: change.id,
      reason: by.reason,
      ...(details && { details }),
      before: { state: stateOf(change) },
      after: { state: stateOf(after) },
    });
    await announceToStaff(tx);
  });
}

async function write(
  tx: Tx,
  services: Services,
  { id }: LifeChangeRow,
  changes: Partial<LifeChangeRow>,
  { by, message }: ChangeAct,
): Promise<LifeChangeRow> {
  const [after] = await tx
    .update(lifeChanges)
    .set({ ...changes, staffId: by, staffNote: lifeChangeNotes.encrypt(services, id, 'staffNote', message) })
    .where(eq(lifeChanges.id, id))
    .returning();
  return requireFound(after);
}

/** 409, with a sentence for each thing that changed since staff looked. */
function requireUnchanged(
  seen: SeenLifeChange,
  change: LifeChangeRow,
  substitute: RecipientRow | undefined,
): void {
  const state = stateOf(change);
  const fields = {
    ...(seen.state !== state && { state: `It was ${seen.state}, and is ${state} now` }),
    ...(seen.substituteId !== (substitute?.id ?? null) && {
      substituteId: substitute
        ? `The substitute is ${fullNameOf(substitute)} now`
        : 'There is no substitute now',
    }),
  };
  if (Object.keys(fields).length === 0) return;
  throw new AppError('conflict', 'This changed while you were looking at it. Nothing was done.', { fields });
}
