import type { LifeChangeForm } from '../../../../../shared/after-death/life-changes.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { AppError, fieldError } from '../../../../platform/errors.ts';
import { newId } from '../../../../platform/ids.ts';
import { holdDeliveriesTo } from '../../../delivery/deliveries/deliveries.ts';
import type { RecipientRow } from '../../../people/recipients/recipients.table.ts';
import { requireNamed } from '../../../people/recipients/recipients.ts';
import { type AuditAction, record } from '../../../system/audit/audit.ts';
import { announceToStaff } from '../../../system/changes/changes.ts';
import { requireTrustedContact, type TrustedContact } from '../../death-cases/contacts/contacts.ts';
import { correctForContact } from '../address-changes/contact-corrections.ts';
import { lockPerson } from '../people.ts';
import { findDeceased, isHolding, listUnended } from './change-rows.ts';
import { type LifeChangeRow, lifeChangeNotes, lifeChanges } from './life-changes.table.ts';

export const actor = 'trusted-contact';

export interface About {
  token: string;
  id: string;
}

/** What a contact tells us. A new column has to be set by `tellChange` or listed here, or this file does not compile. */
type ToldColumns = Omit<LifeChangeRow, 'answeredAt' | 'staffId' | 'staffNote' | 'confirmedAt'>;

/**
 * A trusted contact tells us what has changed in somebody's life. A new address or name corrects the record
 * at once; everything else holds back what is for that person. 404 for somebody the owner did not name; 409
 * about themselves, if we already know it, or if nothing of what was left goes out.
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
      ...(await guardianIn(tx, services, who.owner.id, id, form)),
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

/** 400 or 404 for somebody who cannot be a guardian. */
async function guardianIn(
  tx: Tx,
  services: Services,
  userId: string,
  recipientId: string,
  form: LifeChangeForm,
): Promise<Pick<LifeChangeRow, 'guardianId' | 'birthday'>> {
  if (form.kind !== 'minor') return { guardianId: null, birthday: null };
  const { guardianId = null, birthday = null } = form;
  await requireNamed(tx, services, userId, { guardianId }, recipientId);
  if (guardianId && (await findDeceased(tx, userId)).has(guardianId))
    throw fieldError('guardianId', 'We were told that they have died. Please choose somebody else');
  return { guardianId, birthday };
}

/** Contacts do not report on themselves here: the page would ask a living person whether they have died. */
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
  if (form.kind !== 'moved' && form.kind !== 'new_name') return;
  const correction =
    form.kind === 'moved'
      ? { mailingAddress: form.mailingAddress }
      : { firstName: form.firstName, lastName: form.lastName };
  await correctForContact(tx, services, who, { before, correction });
}

export async function recordChange(
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
