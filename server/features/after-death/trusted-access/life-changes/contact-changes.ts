import { and, eq, isNull } from 'drizzle-orm';
import type { LifeChangeForm } from '../../../../../shared/after-death/life-changes.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { AppError, requireFound } from '../../../../platform/errors.ts';
import { newId } from '../../../../platform/ids.ts';
import { holdDeliveriesTo } from '../../../delivery/deliveries/deliveries.ts';
import type { RecipientRow } from '../../../people/recipients/recipients.table.ts';
import { type AuditAction, record } from '../../../system/audit/audit.ts';
import { announceToStaff } from '../../../system/changes/changes.ts';
import { requireTrustedContact, type TrustedContact } from '../../death-cases/contacts/contacts.ts';
import { correctForContact } from '../address-changes/contact-corrections.ts';
import { endHoldIfLast, lockPerson } from '../people.ts';
import { canLift, isHolding, listUnended } from './change-rows.ts';
import { type LifeChangeRow, lifeChangeNotes, lifeChanges } from './life-changes.table.ts';

const actor = 'trusted-contact';

interface About {
  token: string;
  id: string;
}

/** What a contact tells; a new column has to be set by `tellChange` or listed here, or this file does not compile. */
type ToldColumns = Omit<LifeChangeRow, 'answeredAt' | 'staffId' | 'staffNote' | 'confirmedAt'>;

/**
 * A trusted contact tells what has changed in somebody's life. A new address or name corrects the record at once; everything else
 * holds what is for that person. 404 for somebody whom the owner did not name; 409 about themselves, where we know it already, or
 * what was left does not go out.
 */
export function tellChange(
  services: Services,
  { token, id }: About,
  form: LifeChangeForm,
): Promise<TrustedContact> {
  return inTransaction(services.db, async (tx) => {
    const who = await requireTrustedContact(tx, token, ['open']);
    const person = await lockPerson(tx, who.owner.id, id);
    requireSomebodyElse(who, person);
    const now = services.clock.now();
    const changeId = newId();
    const isHold = isHolding({ kind: form.kind, endedAt: null });
    if ((await listUnended(tx, [id])).some(({ kind }) => kind === form.kind))
      throw new AppError('conflict', 'We know this already. Nothing was changed.');
    const columns: ToldColumns = {
      id: changeId,
      userId: who.owner.id,
      recipientId: id,
      accessId: who.access.id,
      kind: form.kind,
      note: lifeChangeNotes.encrypt(services, changeId, 'note', form.note),
      createdAt: now,
      endedAt: isHold ? null : now,
      endedBy: isHold ? null : 'contact',
    };
    await tx.insert(lifeChanges).values(columns);
    if (isHold) await holdDeliveriesTo(tx, services, { recipientId: id, actor, at: now });
    else await correct(tx, services, who, person, form);
    await recordChange(tx, services, who, { action: 'life-change.told', changeId, kind: form.kind });
    return who;
  });
}

/** Of themselves a contact tells a person here: the page would otherwise ask the living whether they have died. */
function requireSomebodyElse({ contact }: TrustedContact, { id }: RecipientRow): void {
  if (id === contact.id)
    throw new AppError(
      'conflict',
      'This is about yourself. Please write to us, and a person here sees to it.',
    );
}

async function correct(
  tx: Tx,
  services: Services,
  who: TrustedContact,
  before: RecipientRow,
  form: LifeChangeForm,
): Promise<void> {
  if (form.kind === 'moved') {
    const { mailingAddress } = form;
    await correctForContact(tx, services, who, { before, correction: { mailingAddress } });
  }
  if (form.kind === 'new_name') {
    const { firstName, lastName } = form;
    await correctForContact(tx, services, who, { before, correction: { firstName, lastName } });
  }
}

/**
 * A trusted contact takes back what they said, or that something should pause, whoever said it. 404 for what there is not, 409 for
 * what only staff can end, or where what was left does not go out.
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

async function recordChange(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  { owner, contact }: TrustedContact,
  { action, changeId, kind }: { action: AuditAction; changeId: string; kind: string },
): Promise<void> {
  await record(tx, clock.now(), {
    action,
    actor,
    userId: owner.id,
    subjectId: changeId,
    details: { kind, contact: contact.id },
  });
  await announceToStaff(tx);
}
