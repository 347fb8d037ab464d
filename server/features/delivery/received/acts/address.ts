import type { AddressProposalForm } from '../../../../../shared/delivery/received-acts.ts';
import { fullNameOf } from '../../../../../shared/names.ts';
import { codeMinutes } from '../../../../platform/codes.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { AppError, fieldError, requireFound } from '../../../../platform/errors.ts';
import { announce } from '../../../../platform/events.ts';
import { deriveToken } from '../../../../platform/random.ts';
import { phoneNumberOf } from '../../../../platform/sms/phone-number.ts';
import { transmit } from '../../../outbox/messages/messages.ts';
import type { ProposedAddressRow } from '../../../people/recipients/recipients.table.ts';
import {
  endProposal,
  findOpenProposal,
  type ReaddressAfterDeath,
  saveProposal,
  submitProposal,
  tryCode,
} from '../../../people/recipients/recipients.ts';
import { requireKnown } from '../devices.ts';
import { type Page, requireOpen } from '../pages.ts';
import { readCover } from '../read-cover.ts';
import { addressCodeMail } from '../received.mail.tsx';
import { type Asked, actOnPage, lockForActing, recipientOf, recordAct, requireOffered } from './act.ts';

interface Proposing {
  form: AddressProposalForm;
  readdress: ReaddressAfterDeath;
}

/** A new address: a new email address first gets a code, and nothing happens before that is entered. */
export async function proposeAddress(services: Services, asked: Asked, { form, readdress }: Proposing) {
  const { random, appSecret } = services;
  const phone = phoneNumberOf(form.phone) ?? null;
  const code = random.digits(6);
  let toSend: { proposal: ProposedAddressRow; page: Page } | undefined;
  const cover = await actOnPage(services, asked, 'address', async (tx, { page, now }) => {
    const person = recipientOf(page);
    const isNewEmail = Boolean(form.email) && form.email?.toLowerCase() !== person.email?.toLowerCase();
    const proposal = await saveProposal(tx, {
      recipientId: person.id,
      email: isNewEmail ? (form.email ?? null) : null,
      phone: phone === person.phone ? null : phone,
      mailingAddress: form.mailingAddress || null,
      saidAt: requireFound(page.address ?? undefined, 'This page'),
      guardianId: null,
      codeHash: isNewEmail ? hashOfCode(appSecret, person.id, code) : null,
      now,
    });
    await recordAct(tx, services, page, 'recipient.address-proposed');
    if (isNewEmail) toSend = { proposal, page };
    else await carryOn(tx, services, page, proposal, readdress);
  });
  if (!toSend) return cover;
  await sendCode(services, toSend, code);
  return cover;
}

/** Proves the new email address. 400 for a wrong code, which uses up a try. */
export async function proveAddress(
  services: Services,
  { token, secrets }: Asked,
  { code, readdress }: { code: string; readdress: ReaddressAfterDeath },
) {
  const { db, appSecret, clock } = services;
  const isProved = await inTransaction(db, async (tx) => {
    const page = await lockForActing(tx, token);
    requireOpen(page);
    await requireKnown(tx, page, secrets);
    requireOffered(page, 'address');
    const { id } = recipientOf(page);
    const proposal = await findOpenProposal(tx, id);
    if (!proposal)
      throw new AppError('conflict', 'There is no new address to confirm. Please enter it again.');
    if (proposal.provedAt) return true;
    // A wrong try has to be counted, so that nothing is thrown in here.
    if (!(await tryCode(tx, proposal, hashOfCode(appSecret, id, code), clock.now()))) return false;
    await recordAct(tx, services, page, 'recipient.address-proved');
    await carryOn(tx, services, page, proposal, readdress);
    return true;
  });
  if (!isProved)
    throw fieldError('code', 'That code is wrong or too old. Please check it or ask for a new one.');
  return readCover(db, token, secrets);
}

/** Takes it back, as long as nobody has answered it. */
export function withdrawAddress(services: Services, asked: Asked) {
  return actOnPage(services, asked, 'address', async (tx, { page, now }) => {
    if (!(await endProposal(tx, recipientOf(page).id, { outcome: 'withdrawn', endedAt: now }))) return;
    await recordAct(tx, services, page, 'recipient.address-withdrawn');
    await announce(tx, page.owner.id, ['recipients']);
  });
}

async function carryOn(
  tx: Tx,
  services: Services,
  { owner, recipient }: Page,
  proposal: ProposedAddressRow,
  readdress: ReaddressAfterDeath,
): Promise<void> {
  const person = requireFound(recipient ?? undefined, 'This page');
  await submitProposal(tx, services, { owner, person, saidBy: person, proposal }, readdress);
}

async function sendCode(
  services: Services,
  { proposal, page }: { proposal: ProposedAddressRow; page: Page },
  code: string,
): Promise<void> {
  const to = requireFound(proposal.email ?? undefined);
  const content = await addressCodeMail({
    recipientName: page.delivery.recipientFirstName,
    ownerName: fullNameOf(page.owner),
    code,
    minutes: String(codeMinutes),
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

/** All six-digit codes are quickly hashed, so the hash is keyed with the application's secret. */
function hashOfCode(appSecret: Services['appSecret'], recipientId: string, code: string): string {
  return deriveToken(appSecret, 'address-code', `${recipientId}:${code}`);
}
