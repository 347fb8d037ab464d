import { linkKinds } from '../../../../../shared/outbox/mail-kinds.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';

import { revokeLinks } from '../../../outbox/mails/links/links.ts';
import { closeSessions } from '../../auth/sessions/sessions.ts';
import { updateUser } from '../profile.ts';

/**
 * Closes an account whose owner has died, on `diedOn` if that is known, as of `at`: everybody is signed out, nobody can sign in, no link that was mailed
 * opens anything, and mails to the owner stop.
 */
export async function memorialise(
  tx: Tx,
  services: Pick<Services, 'clock'>,
  userId: string,
  { at, diedOn }: { at: Date; diedOn: string | null },
): Promise<void> {
  await updateUser(tx, services, userId, { memorialisedAt: at, diedOn });
  await revokeLinks(tx, at, userId, linkKinds);
  await closeSessions(tx, userId);
}

/** Opens the account again: its owner lives, and signs in as before. */
export async function endMemorial(tx: Tx, services: Pick<Services, 'clock'>, userId: string): Promise<void> {
  await updateUser(tx, services, userId, { memorialisedAt: null, diedOn: null });
}
