import { and, eq, isNull } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { AppError, requireFound } from '../../../../platform/errors.ts';
import { requireTrustedContact, type TrustedContact } from '../../death-cases/contacts/contacts.ts';
import { endHoldIfLast, lockPerson } from '../people.ts';
import { canLift, listUnended } from './change-rows.ts';
import { type LifeChangeRow, lifeChanges } from './life-changes.table.ts';
import { type About, actor, recordChange } from './tell-change.ts';

/**
 * A trusted contact takes back what they said, or ends a pause that any contact asked for. 404 if there is no
 * such entry; 409 if only staff can end it, or if nothing of what was left goes out.
 */
export function liftChange(
  services: Services,
  { token, id, changeId }: About & { changeId: string },
): Promise<TrustedContact> {
  return inTransaction(services.db, async (tx) => {
    const who = await requireTrustedContact(tx, token, ['open']);
    await lockPerson(tx, who.owner.id, id);
    const change = requireFound(
      (await listUnended(tx, [id])).find((each) => each.id === changeId),
      'This entry',
    );
    if (!canLift(who, change))
      throw new AppError('conflict', 'Only a person here can end this. Please write to us.');
    await end(tx, change, services.clock.now());
    await endHoldIfLast(tx, services, id, actor);
    await recordChange(tx, services, who, { action: 'life-change.lifted', changeId, kind: change.kind });
    return who;
  });
}

async function end(tx: Tx, { id }: LifeChangeRow, endedAt: Date): Promise<void> {
  await tx
    .update(lifeChanges)
    .set({ endedAt, endedBy: 'contact' })
    .where(and(eq(lifeChanges.id, id), isNull(lifeChanges.endedAt)));
}
