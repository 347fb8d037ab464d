import { minutesAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { deriveId } from '../../../platform/ids.ts';
import { enqueueMails, mayBeSentBefore } from '../../outbox/messages/mails/mails.ts';
import { trustedContacts } from '../../people/recipients/recipients.ts';
import type { DeliveryRow } from './deliveries.table.ts';

/** Trusted contacts first have this long to see on their page whom we could not reach; then one mail names everybody. */
const hoursToLook = 24;

/** Asks the trusted contacts of owners who have died where the recipients of these deliveries can be reached; never about themselves. */
export async function askContactsLater(
  tx: Tx,
  services: Pick<Services, 'jobs' | 'clock'>,
  stopped: readonly DeliveryRow[],
): Promise<void> {
  const now = services.clock.now();
  const heldUntil = minutesAfter(now, hoursToLook * 60);
  const today = now.toISOString().slice(0, 10);
  for (const [userId, rows] of Map.groupBy(stopped, (row) => row.userId)) {
    const contactIds = await trustedContacts.list(tx, userId);
    const unreached = new Set(rows.flatMap(({ recipientId }) => recipientId ?? []));
    const mails = contactIds.flatMap((contactId) =>
      [...unreached]
        .filter((id) => id !== contactId)
        .map((subjectId) => {
          const key = `contact-asked-address:${contactId}:${subjectId}:${today}`;
          return {
            ...{ id: deriveId(key), kind: 'contact-asked-address' as const, dedupeKey: key },
            ...{ userId, subjectId, details: { contactId }, heldUntil },
            mayBeSentSince: mayBeSentBefore(now),
          };
        }),
    );
    await enqueueMails(tx, services, mails);
  }
}
