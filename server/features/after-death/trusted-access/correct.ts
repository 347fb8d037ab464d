import type { z } from 'zod';
import {
  correctedFields,
  type TrustedCorrection,
  type TrustedPerson,
} from '../../../../shared/after-death/trusted-access.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { phoneNumberOf } from '../../../platform/sms/phone-number.ts';
import { recipientHooks } from '../../delivery/deliveries/deliveries.ts';
import { enqueueMail } from '../../outbox/mails/mails.ts';
import type { RecipientRow } from '../../people/recipients/recipients.table.ts';
import { type Correction, correctRecipient, lockRecipient } from '../../people/recipients/recipients.ts';
import { record } from '../../system/audit/audit.ts';
import { announceToStaff } from '../../system/changes/changes.ts';
import { requireTrustedContact, type TrustedContact } from './access-rows.ts';
import { inviteContactsLater } from './invite.ts';
import { type ReadChanges, readTrustedPerson } from './page.ts';
import { recipientCorrections } from './trusted-access.table.ts';

const seenFields = ['email', 'phone', 'mailingAddress'] as const;

/**
 * A trusted contact says where somebody is reached. 404 for somebody whom the owner did not name, 409 where the entry is no longer
 * as `seen`, or what was left does not go out.
 */
export function correctPerson(
  services: Services,
  readChanges: ReadChanges,
  { token, id }: { token: string; id: string },
  { seen, ...wanted }: TrustedCorrection,
): Promise<z.output<typeof TrustedPerson>> {
  return inTransaction(services.db, async (tx) => {
    const who = await requireTrustedContact(tx, token, ['open']);
    const before = await lockRecipient(tx, who.owner.id, id);
    requireUnchanged(seen, before);
    // A number that was entered before numbers were checked does not keep anybody from correcting the rest.
    const phone = wanted.phone === before.phone ? before.phone : phoneNumberOf(wanted.phone);
    await correctForContact(tx, services, who, { before, correction: { ...wanted, phone } });
    return readTrustedPerson(tx, services, readChanges, { who, id });
  });
}

function requireUnchanged(seen: TrustedCorrection['seen'], before: RecipientRow): void {
  const changed = seenFields.filter((field) => seen[field] !== before[field]);
  if (changed.length === 0) return;
  throw new AppError(
    'conflict',
    'This was changed while you were looking at it. Nothing of yours was saved yet.',
    {
      fields: Object.fromEntries(changed.map((field) => [field, `It is ${before[field] ?? 'empty'} now`])),
    },
  );
}

/**
 * Corrects the entry of somebody, whom the caller has locked, on the word of a trusted contact. What stood there before is kept, the
 * old e-mail address is told, and deliveries that were waiting for another address go on.
 */
export async function correctForContact(
  tx: Tx,
  services: Services,
  who: TrustedContact,
  { before, correction }: { before: RecipientRow; correction: Correction },
): Promise<void> {
  const { access, owner, report } = who;
  const fields = correctedFields.filter(
    (field) => correction[field] !== undefined && correction[field] !== before[field],
  );
  if (fields.length === 0) return;
  const after = await correctRecipient(tx, services, recipientHooks, { before, correction });
  const now = services.clock.now();
  await tx.insert(recipientCorrections).values(
    fields.map((field) => ({
      id: newId(),
      userId: owner.id,
      recipientId: before.id,
      reportId: report.id,
      accessId: access.id,
      field,
      oldValue: before[field],
      newValue: after[field],
      createdAt: now,
    })),
  );
  await record(tx, now, {
    action: 'recipient.corrected-by-contact',
    actor: 'trusted-contact',
    userId: owner.id,
    subjectId: before.id,
    details: { contact: who.contact.id, fields: fields.join(', ') },
  });
  if (fields.includes('email')) await tellOfNewAddressLater(tx, services, who, before);
  else if (fields.includes('phone') && !before.email) await inviteAgainLater(tx, services, who, before);
  await announceToStaff(tx);
}

/** The old address hears of it; a trusted contact gets their link at the new one. */
async function tellOfNewAddressLater(
  tx: Tx,
  services: Services,
  { access, owner, report }: TrustedContact,
  before: RecipientRow,
): Promise<void> {
  if (before.email)
    await enqueueMail(tx, services, {
      kind: 'recipient-address-corrected',
      userId: owner.id,
      toAddress: before.email,
      subjectId: before.id,
      details: { accessId: access.id },
    });
  await inviteAgainLater(tx, services, { report }, before);
}

async function inviteAgainLater(
  tx: Tx,
  services: Services,
  { report }: Pick<TrustedContact, 'report'>,
  { id: only }: RecipientRow,
): Promise<void> {
  await inviteContactsLater(tx, services, report, { kind: 'trusted-contact-invited', only });
}
