import type { NoticeKind } from '../../../../../shared/outbox/mail-kinds.ts';
import { minutesAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { fieldError } from '../../../../platform/errors.ts';
import {
  enqueueLink,
  linkGone,
  redeemLink,
  revokeLinks,
} from '../../../outbox/messages/mails/links/links.ts';
import { enqueueMails } from '../../../outbox/messages/mails/mails.ts';
import { requireMailQuota } from '../../../outbox/messages/mails/quota/quota.ts';
import { type AuditAction, record } from '../../../system/audit/audit.ts';
import type { UserRow } from '../../profile/profile.table.ts';
import { lockOwner, updateUser } from '../../profile/profile.ts';
import { requireSamePassword } from '../passwords/passwords.ts';

// An owner's second address, where we also ask when somebody says that they have died. It cannot be used to sign in.

const confirmMinutes = 24 * 60;
const noPending = { pendingSecondEmail: null, pendingSecondEmailUntil: null };

/**
 * Begins to make `email` the second address: nothing changes until the link sent to it is opened. The caller has
 * authenticated the owner again. 400 for an address that the account already has, 429 after too many new ones in a day.
 */
export function beginSecondEmail(services: Services, before: UserRow, email: string): Promise<UserRow> {
  return inTransaction(services.db, async (tx) => {
    const owner = await lockOwner(tx, before.id);
    requireSamePassword(before, owner);
    requireAnother(owner, email);
    await requireMailQuota(tx, services, owner.id);
    const now = services.clock.now();
    await revokeLinks(tx, now, owner.id, ['confirm-second-email']);
    await enqueueLink(tx, services, {
      kind: 'confirm-second-email',
      userId: owner.id,
      toAddress: email,
      validMinutes: confirmMinutes,
    });
    await audit(tx, services, owner.id, 'account.second-email-requested');
    return updateUser(tx, services, owner.id, {
      pendingSecondEmail: email,
      pendingSecondEmailUntil: minutesAfter(now, confirmMinutes),
    });
  });
}

function requireAnother(owner: UserRow, email: string): void {
  if (isSame(email, owner.email)) throw fieldError('email', 'This is already the address of your account');
  if (isSame(email, owner.secondEmail)) throw fieldError('email', 'This is already your second address');
}

function isSame(one: string, other: string | null): boolean {
  return one.toLowerCase() === other?.toLowerCase();
}

/**
 * Makes the address that the link was sent to the account's second one, for anyone who has the link. The
 * other addresses are notified. Returns the address.
 */
export function confirmSecondEmail(services: Services, token: string): Promise<string> {
  return inTransaction(services.db, async (tx) => {
    const now = services.clock.now();
    const { userId, toAddress } = await redeemLink(tx, now, 'confirm-second-email', token);
    const owner = await lockOwner(tx, userId);
    if (owner.pendingSecondEmail !== toAddress) throw linkGone();
    await updateUser(tx, services, userId, {
      secondEmail: toAddress,
      secondEmailVerifiedAt: now,
      ...noPending,
    });
    await tell(tx, services, owner, [owner.email], { kind: 'second-email-confirmed', detail: toAddress });
    await bidFarewell(tx, services, owner);
    await audit(tx, services, userId, 'account.second-email-confirmed');
    return toAddress;
  });
}

/** Removes the second address, confirmed or not. The caller has authenticated the owner again. */
export function removeSecondEmail(services: Services, before: UserRow): Promise<UserRow> {
  return inTransaction(services.db, async (tx) => {
    const owner = await lockOwner(tx, before.id);
    requireSamePassword(before, owner);
    await revokeLinks(tx, services.clock.now(), owner.id, ['confirm-second-email']);
    await bidFarewell(tx, services, owner, owner.email);
    if (owner.secondEmail) await audit(tx, services, owner.id, 'account.second-email-removed');
    return updateUser(tx, services, owner.id, {
      secondEmail: null,
      secondEmailVerifiedAt: null,
      ...noPending,
    });
  });
}

/** Tells an address that it is no longer the second one. It is still asked for some weeks: see `earlierAddresses`. */
async function bidFarewell(tx: Tx, services: Services, owner: UserRow, ...others: string[]): Promise<void> {
  const { secondEmail: detail } = owner;
  if (detail) await tell(tx, services, owner, [...others, detail], { kind: 'second-email-removed', detail });
}

function tell(
  tx: Tx,
  services: Services,
  { id: userId }: UserRow,
  addresses: readonly string[],
  { kind, detail }: { kind: NoticeKind; detail: string },
): Promise<void> {
  const mails = addresses.map((toAddress) => ({ kind, userId, toAddress, details: { detail } }));
  return enqueueMails(tx, services, mails);
}

function audit(tx: Tx, { clock }: Services, userId: string, action: AuditAction): Promise<void> {
  return record(tx, clock.now(), { action, actor: userId, userId, subjectId: userId });
}
