import { fullNameOf } from '../../../../shared/names.ts';
import type { AddressProposalForm } from '../../../../shared/people/proposed-addresses.ts';
import { codeMinutes } from '../../../platform/codes.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { AppError, fieldError, requireFound } from '../../../platform/errors.ts';
import { deriveToken } from '../../../platform/random.ts';
import { phoneNumberOf } from '../../../platform/sms/phone-number.ts';
import type { UserRow } from '../../accounts/profile/profile.table.ts';
import { transmit } from '../../outbox/messages/messages.ts';
import { findOpenProposal, saveProposal, tryCode } from './proposed-addresses.ts';
import { addressCodeMail } from './recipients.mail.tsx';
import type { ProposedAddressRow, RecipientRow } from './recipients.table.ts';

// A recipient says where they are reached now. A new email address is confirmed by a code before anybody is asked about it.

interface Begun {
  proposal: ProposedAddressRow;
  /** To be sent to the new email address once `tx` has committed; null if there is none. */
  code: string | null;
}

/** Records what somebody says about their own address. The caller has locked them. `saidAt` is the address where they got the link for this. */
export async function beginProposal(
  tx: Tx,
  { random, appSecret, clock }: Services,
  person: RecipientRow,
  form: AddressProposalForm,
  saidAt: string,
): Promise<Begun> {
  const phone = phoneNumberOf(form.phone) ?? null;
  const isNewEmail = Boolean(form.email) && form.email?.toLowerCase() !== person.email?.toLowerCase();
  const code = isNewEmail ? random.digits(6) : null;
  const proposal = await saveProposal(tx, {
    recipientId: person.id,
    email: isNewEmail ? (form.email ?? null) : null,
    phone: phone === person.phone ? null : phone,
    mailingAddress: form.mailingAddress || null,
    saidAt,
    guardianId: null,
    codeHash: code && hashOfCode(appSecret, person.id, code),
    now: clock.now(),
  });
  return { proposal, code };
}

/** 503 if it cannot be sent now. */
export async function sendProposalCode(
  services: Services,
  { proposal, code }: Begun,
  owner: UserRow,
  recipientName: string,
): Promise<void> {
  if (code === null) return;
  const to = requireFound(proposal.email ?? undefined);
  const content = await addressCodeMail({
    ...{ recipientName, ownerName: fullNameOf(owner) },
    ...{ code, minutes: String(codeMinutes) },
  });
  await transmit(services, { key: `address-code.${proposal.id}`, content: { ...content, to } }).catch(
    (fault: unknown) => {
      services.log.warn(
        { err: fault, proposalId: proposal.id },
        'a code for a new address could not be sent',
      );
      throw new AppError('unavailable', 'We could not send the code. Please try again in a few minutes.', {
        retryAfterSeconds: 60,
        cause: fault,
      });
    },
  );
}

/**
 * Confirms a new email address. Null if it was confirmed before; `wrong` if the code is wrong, which uses up
 * a try, so the caller must commit. The caller has locked the person. 409 if there is nothing to confirm.
 */
export async function proveProposal(
  tx: Tx,
  { appSecret, clock }: Services,
  recipientId: string,
  code: string,
): Promise<ProposedAddressRow | 'wrong' | null> {
  const proposal = await findOpenProposal(tx, recipientId);
  if (!proposal) throw new AppError('conflict', 'There is no new address to confirm. Please enter it again.');
  if (proposal.provedAt) return null;
  const isRight = await tryCode(tx, proposal, hashOfCode(appSecret, recipientId, code), clock.now());
  return isRight ? proposal : 'wrong';
}

/** 400, after the try was counted. */
export function wrongCode(): AppError {
  return fieldError('code', 'That code is wrong or too old. Please check it or ask for a new one.');
}

/** Hashing all six-digit codes takes no time, so the hash is keyed with the application's secret. */
function hashOfCode(appSecret: Services['appSecret'], recipientId: string, code: string): string {
  return deriveToken(appSecret, 'address-code', `${recipientId}:${code}`);
}
