import type { z } from 'zod';
import type { ReceivedCover } from '../../../../../shared/delivery/received.ts';
import type { ReceivedAct } from '../../../../../shared/delivery/received-acts.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { readDatabaseTime } from '../../../../platform/database-time.ts';
import { AppError, requireFound } from '../../../../platform/errors.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import type { RecipientRow } from '../../../people/recipients/recipients.table.ts';
import { lockRecipient } from '../../../people/recipients/recipients.ts';
import { type AuditAction, record } from '../../../system/audit/audit.ts';
import { lockSchedulesOfRecipient } from '../../deliveries/plan/plan.ts';
import { type Known, requireKnown, type Secrets } from '../devices.ts';
import { findPage, type Page, requireOpen } from '../pages.ts';
import { readCover } from '../read-cover.ts';
import { actsOn } from '../said-on-page.ts';

// What recipients do on their page, which they can do only on a device that it knows.

export interface Asked {
  token: string;
  secrets: Secrets;
}

export interface Acting {
  /** The page as it is now that its recipient is locked. */
  page: Page;
  known: Known;
  now: Date;
}

/**
 * Performs an act on an open page and returns the page as it is afterwards. Throws 404 for an unknown link,
 * and 409 if the page is closed, does not know the device, or does not offer this.
 */
export async function actOnPage(
  services: Services,
  { token, secrets }: Asked,
  what: ReceivedAct,
  act: (tx: Tx, acting: Acting) => Promise<void>,
): Promise<z.output<typeof ReceivedCover>> {
  await inTransaction(services.db, async (tx) => {
    const page = await lockForActing(tx, token);
    requireOpen(page);
    const known = await requireKnown(tx, page, secrets);
    requireOffered(page, what);
    await act(tx, { page, known, now: await readDatabaseTime(tx, services.clock) });
  });
  return readCover(services, token, secrets);
}

/** Locks the owner first, then the schedules that name the recipient, then the recipient, as everywhere. */
export async function lockForActing(tx: Tx, token: string): Promise<Page> {
  const { owner, recipient } = await findPage(tx, token);
  await lockOwner(tx, owner.id);
  if (recipient) {
    await lockSchedulesOfRecipient(tx, recipient.id);
    await lockRecipient(tx, owner.id, recipient.id);
  }
  return findPage(tx, token);
}

export function requireOffered(page: Page, what: ReceivedAct): void {
  if (!actsOn(page).includes(what))
    throw new AppError('conflict', 'This cannot be done on this page any more.');
}

/** The recipient; for acts that are offered only if there is one. */
export function recipientOf({ recipient }: Page): RecipientRow {
  return requireFound(recipient ?? undefined, 'This page');
}

/** Records the act in the audit log, without anything that was written. */
export async function recordAct(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  { delivery }: Page,
  action: AuditAction,
): Promise<void> {
  const { userId, recipientId } = delivery;
  const subjectId = recipientId ?? delivery.id;
  await record(tx, clock.now(), {
    action,
    actor: 'recipient',
    userId,
    subjectId,
    details: { delivery: delivery.id },
  });
}
