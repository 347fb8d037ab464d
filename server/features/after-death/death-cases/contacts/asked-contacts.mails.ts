import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { fullNameOf, listNames } from '../../../../../shared/names.ts';
import type { Tx } from '../../../../platform/database.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { deliveryQueue } from '../../../delivery/deliveries/deliveries.table.ts';
import { isMoreThanLink, waitsForAddress } from '../../../delivery/deliveries/state/state.ts';
import { listUnsentOfSameKind, type PrepareMail } from '../../../outbox/messages/mails/mails.ts';
import { type RecipientRow, recipients } from '../../../people/recipients/recipients.table.ts';
import { readAddressWait } from '../../../people/recipients/recipients.ts';
import { deathReports } from '../death-reports/death-reports.table.ts';
import { contactAskedMail } from './contacts.mail.tsx';
import { trustedAccess } from './contacts.table.ts';
import { trustedLink } from './links.ts';
import { type IsAddressDisputed, reachContact } from './told-contacts.mails.ts';

/** Sent to a trusted contact after a release. One mail covers everybody we could not reach; none is sent if all have been reached since. */
export function prepareAskedForAddress(isAddressDisputed: IsAddressDisputed): PrepareMail {
  return async (tx, services, mail) => {
    const { userId } = mail;
    const contactId = mail.details['contactId'];
    if (!userId || !contactId) return undefined;
    const found = await findOpenAccess(tx, contactId);
    if (!found || (await isAddressDisputed(tx, contactId))) return undefined;
    const { access, contact, owner } = found;
    if (await readAddressWait(tx, services, contactId)) return undefined;
    const covers = (await listUnsentOfSameKind(tx, { ...mail, userId })).filter(
      ({ details }) => details['contactId'] === contactId,
    );
    const unreached = await listUnreached(
      tx,
      covers.flatMap(({ subjectId }) => subjectId ?? []),
    );
    if (unreached.length === 0) return undefined;
    const names = listNames(unreached.map(fullNameOf));
    const ownerName = fullNameOf(owner);
    const link = trustedLink(services, access);
    const whom = unreached.length > 3 ? `${unreached.length} people` : names;
    const values = { ownerName, whom, contactName: contact.firstName, names, link };
    const written = await reachContact(services, contact, mail, {
      mail: contactAskedMail(values),
      text: `We could not reach ${whom} for ${ownerName}. If you know where we can, please tell us here: ${link}`,
    });
    return written && { ...written, covers };
  };
}

async function findOpenAccess(tx: Tx, contactId: string) {
  const [row] = await tx
    .select({ access: trustedAccess, contact: recipients, owner: users })
    .from(trustedAccess)
    .innerJoin(recipients, eq(recipients.id, trustedAccess.recipientId))
    .innerJoin(users, eq(users.id, trustedAccess.userId))
    .innerJoin(deathReports, eq(deathReports.id, trustedAccess.reportId))
    .where(
      and(
        eq(recipients.id, contactId),
        eq(recipients.trustedContact, true),
        isNull(recipients.diedAt),
        eq(deathReports.state, 'released'),
      ),
    );
  return row;
}

async function listUnreached(tx: Tx, ids: string[]): Promise<RecipientRow[]> {
  const { recipientId, status, waitingReason, releaseRevokedAt } = deliveryQueue;
  const rows = await tx
    .select({ person: recipients, status, waitingReason })
    .from(deliveryQueue)
    .innerJoin(recipients, eq(recipients.id, recipientId))
    .where(
      and(
        inArray(recipientId, ids),
        inArray(status, ['waiting', 'failed']),
        isNull(releaseRevokedAt),
        isNull(recipients.heldSince),
        isMoreThanLink,
      ),
    )
    .orderBy(asc(recipients.id));
  const unreached = rows.filter(waitsForAddress).map(({ person }) => person);
  return [...new Map(unreached.map((person) => [person.id, person])).values()];
}
