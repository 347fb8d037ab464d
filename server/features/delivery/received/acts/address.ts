import type { AddressProposalForm } from '../../../../../shared/people/proposed-addresses.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { announce } from '../../../../platform/events.ts';
import type { ProposedAddressRow } from '../../../people/recipients/recipients.table.ts';
import {
  beginProposal,
  endProposal,
  proveProposal,
  type ReaddressAfterDeath,
  sendProposalCode,
  submitProposal,
  wrongCode,
} from '../../../people/recipients/recipients.ts';
import { requireKnown } from '../devices.ts';
import { type Page, requireOpen } from '../pages.ts';
import { readCover } from '../read-cover.ts';
import { type Asked, actOnPage, lockForActing, recipientOf, recordAct, requireOffered } from './act.ts';

interface Proposing {
  form: AddressProposalForm;
  readdress: ReaddressAfterDeath;
}

/** Proposes a new address. An email address is first sent a code, and nothing happens until that is entered. */
export async function proposeAddress(services: Services, asked: Asked, { form, readdress }: Proposing) {
  let toSend: (() => Promise<void>) | undefined;
  const cover = await actOnPage(services, asked, 'address', async (tx, { page }) => {
    const saidAt = requireFound(page.address ?? undefined, 'This page');
    const begun = await beginProposal(tx, services, recipientOf(page), form, saidAt);
    await recordAct(tx, services, page, 'recipient.address-proposed');
    if (begun.code === null) await carryOn(tx, services, page, begun.proposal, readdress);
    toSend = () => sendProposalCode(services, begun, page.owner, page.delivery.recipientFirstName);
  });
  await toSend?.();
  return cover;
}

/** Confirms the new email address. 400 for a wrong code, which uses up a try. */
export async function proveAddress(
  services: Services,
  { token, secrets }: Asked,
  { code, readdress }: { code: string; readdress: ReaddressAfterDeath },
) {
  const proved = await inTransaction(services.db, async (tx) => {
    const page = await lockForActing(tx, token);
    requireOpen(page);
    await requireKnown(tx, page, secrets);
    requireOffered(page, 'address');
    const proved = await proveProposal(tx, services, recipientOf(page).id, code);
    // A wrong try has to be counted, so nothing may throw in here.
    if (proved === 'wrong' || proved === null) return proved;
    await recordAct(tx, services, page, 'recipient.address-proved');
    await carryOn(tx, services, page, proved, readdress);
    return proved;
  });
  if (proved === 'wrong') throw wrongCode();
  return readCover(services, token, secrets);
}

/** Takes the proposal back, as long as nobody has answered it. */
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
