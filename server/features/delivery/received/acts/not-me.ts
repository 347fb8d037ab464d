import type { z } from 'zod';
import type { ReceivedCover } from '../../../../../shared/delivery/received.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { readDatabaseTime } from '../../../../platform/database-time.ts';
import { AppError } from '../../../../platform/errors.ts';
import {
  disownDeliveries,
  endDisowning,
  type RenewTrustedLinks,
  tellNotTheirsLater,
} from '../../deliveries/said/said.ts';
import { claim, findDisowner, findKnown, forgetDevices, rememberAgain, requireKnown } from '../devices.ts';
import { canBeUndone, isCurrent, requireOpen } from '../pages.ts';
import { readCover } from '../read-cover.ts';
import { cancelReminder } from '../reminders/reminders.ts';
import { type Asked, lockForActing, recipientOf, recordAct, requireOffered } from './act.ts';

interface Done {
  /** For the browser's cookie. */
  secret: string;
  cover: z.output<typeof ReceivedCover>;
}

/**
 * Somebody else reads this: closes the page on every device, and what this address has as a trusted contact or a guardian.
 * If nobody has opened anything yet, they need not open anything to say so: that browser then counts as the first.
 */
export async function sayNotMe(
  services: Services,
  { token, secrets }: Asked,
  renewTrustedLinks: RenewTrustedLinks,
): Promise<Done> {
  const { db } = services;
  const secret = await inTransaction(db, async (tx) => {
    const page = await lockForActing(tx, token);
    requireOpen(page);
    requireOffered(page, 'not-me');
    const { address } = page;
    const now = await readDatabaseTime(tx, services.clock);
    const known = await findKnown(tx, page, secrets);
    const secret = known.secret ?? (await claim(tx, services, page)) ?? (await requireSecret());
    if (address === null) throw new AppError('conflict', 'This cannot be done on this page any more.');
    const recipientId = recipientOf(page).id;
    const wasCurrent = isCurrent(page);
    await forgetDevices(tx, page, secret, now);
    const disowned = { recipientId, address, knownSince: known.since ?? now };
    await disownDeliveries(tx, services, renewTrustedLinks, disowned);
    if (wasCurrent) {
      await cancelReminder(tx, recipientId);
      await tellNotTheirsLater(tx, services, [recipientId]);
    }
    await recordAct(tx, services, page, 'recipient.not-theirs');
    return secret;

    async function requireSecret(): Promise<string> {
      await requireKnown(tx, page, secrets);
      return '';
    }
  });
  return { secret, cover: await readCover(services, token, new Map([...secrets, [secret, '']])) };
}

/** It is theirs after all. Only the device that said otherwise may say so, and only until somebody has acted on it: 409 after that. */
export async function undoNotMe(
  services: Services,
  { token, secrets }: Asked,
  renewTrustedLinks: RenewTrustedLinks,
): Promise<Done['cover']> {
  const { db } = services;
  await inTransaction(db, async (tx) => {
    const page = await lockForActing(tx, token);
    const deviceId = await findDisowner(tx, page, secrets);
    const { recipient, address } = page;
    if (!deviceId || !recipient || address === null || !canBeUndone(page))
      throw new AppError('conflict', 'This cannot be taken back here any more. Please write to us.');
    const owned = { recipientId: recipient.id, address, actor: 'recipient' };
    await endDisowning(tx, services, renewTrustedLinks, owned);
    await rememberAgain(tx, deviceId);
    await recordAct(tx, services, page, 'recipient.theirs-after-all');
  });
  return readCover(services, token, secrets);
}
