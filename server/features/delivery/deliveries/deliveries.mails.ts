import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm';
import { formatDate } from '../../../../shared/dates.ts';
import type { MailKind } from '../../../../shared/outbox/mail-kinds.ts';
import { wholeDaysAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { greetedAs } from '../../accounts/profile/profile.ts';
import type { MailRow } from '../../outbox/messages/mails/mails.table.ts';
import {
  enqueueMails,
  listUnsentOfSameKind,
  type PreparedMail,
  type PrepareMail,
} from '../../outbox/messages/mails/mails.ts';
import { sendingChannels } from '../../outbox/messages/messages.ts';
import { recipients } from '../../people/recipients/recipients.table.ts';
import { addressNeededMail, wordsOfNeed } from './address-needed.mail.tsx';
import { askContactsLater } from './ask-contacts.ts';
import { prepareDelivered } from './confirmations.mails.ts';
import { arrivalUnknownMail, deliveryFailedMail, staffDeliveriesStoppedMail } from './deliveries.mail.tsx';
import { type DeliveryRow, deliveryQueue } from './deliveries.table.ts';
import { prepareNotTheirs, tellNotTheirsLater } from './not-theirs.mails.ts';
import { isMoreThanLink, waitsForAddress } from './state/state.ts';

/** An unsent question is dropped after this long; the owner still sees it in the list of schedules. */
const questionDays = 7;

/** Asks owners once per attempt: for an address that works, whether it arrived, or what to do about a failed one. */
async function askOwnersLater(
  tx: Tx,
  services: Pick<Services, 'jobs' | 'clock'>,
  stopped: readonly DeliveryRow[],
): Promise<void> {
  const validUntil = wholeDaysAfter(services.clock.now(), questionDays);
  const notTheirs = stopped.filter(({ waitingReason }) => waitingReason === 'not_theirs');
  await tellNotTheirsLater(
    tx,
    services,
    notTheirs.flatMap(({ recipientId }) => recipientId ?? []),
  );
  const others = stopped.filter((delivery) => !notTheirs.includes(delivery));
  const mails = others.map((delivery) => ({
    kind: questionAbout(delivery),
    userId: delivery.userId,
    subjectId: delivery.id,
    details: { attempt: String(delivery.attemptCount) },
    dedupeKey: `question:${delivery.id}:${delivery.attemptCount}`,
    // A failed delivery is not retried automatically, so this question is kept as long as any mail.
    ...(delivery.status !== 'failed' && { validUntil }),
  }));
  await enqueueMails(tx, services, mails);
}

function questionAbout({ status, waitingReason }: DeliveryRow): keyof typeof questions {
  if (status === 'failed') return 'delivery-failed';
  return waitingReason === 'outcome_unknown' ? 'arrival-unknown' : 'address-needed';
}

const questions = {
  'address-needed': addressNeededMail,
  'arrival-unknown': arrivalUnknownMail,
  'delivery-failed': deliveryFailedMail,
};

/**
 * Dropped if the delivery has been resumed, for example with another address; a later attempt asks again. One
 * mail covers everything that waits for the same person: thirty letters may have been in one message.
 */
function prepareQuestion(kind: keyof typeof questions): PrepareMail {
  return async (tx, { config }, mail) => {
    const { userId } = mail;
    const asked = userId ? await listUnsentOfSameKind(tx, { ...mail, userId }) : [];
    const stopped = await findAskedAbout(tx, asked);
    const recipientId = stopped.get(mail.id);
    if (!recipientId) return undefined;
    const [row] = await tx
      .select({ owner: users, recipient: recipients })
      .from(recipients)
      .innerJoin(users, eq(users.id, recipients.userId))
      .where(eq(recipients.id, recipientId));
    if (!row) return undefined;
    const content = await questions[kind]({
      ownerName: row.owner.firstName,
      recipientName: row.recipient.firstName,
      link: `${config.publicUrl}/recipients?edit=${row.recipient.id}`,
      scheduleLink: `${config.publicUrl}/schedule`,
      ...wordsOfNeed(row.recipient, sendingChannels({ config })),
    });
    const covers = asked.filter(({ id }) => stopped.get(id) === recipientId);
    return { ...content, to: row.owner.email, atMostOnce: true, covers };
  };
}

/** Whom these questions are about, by question id. Omits deliveries that were attempted again since, or no longer wait. */
async function findAskedAbout(tx: Tx, asked: readonly MailRow[]): Promise<Map<string, string>> {
  const rows = await tx
    .select()
    .from(deliveryQueue)
    .where(
      and(
        inArray(
          deliveryQueue.id,
          asked.flatMap(({ subjectId }) => subjectId ?? []),
        ),
        inArray(deliveryQueue.status, ['waiting', 'failed']),
        isMoreThanLink,
      ),
    );
  const stopped = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    asked.flatMap(({ id, subjectId, details }) => {
      const { recipientId, attemptCount } = stopped.get(subjectId ?? '') ?? {};
      return recipientId && attemptCount === Number(details['attempt']) ? [[id, recipientId]] : [];
    }),
  );
}

/** Mails about deliveries, to owners and staff. */
export const deliveryMails = {
  delivered: prepareDelivered,
  'address-needed': prepareQuestion('address-needed'),
  'arrival-unknown': prepareQuestion('arrival-unknown'),
  'delivery-failed': prepareQuestion('delivery-failed'),
  'not-theirs': prepareNotTheirs,
  'staff-delivery-failed': prepareForStaff,
} satisfies Partial<Record<MailKind, PrepareMail>>;

export type Enqueueing = Pick<Services, 'jobs' | 'clock' | 'log'>;

/** Asks owners, or their trusted contacts, what to do about these deliveries. Tells staff about those that failed or whose owner has died. */
export async function askLater(tx: Tx, services: Enqueueing, stopped: readonly DeliveryRow[]): Promise<void> {
  if (stopped.length === 0) return;
  const owners = [...new Set(stopped.map(({ userId }) => userId))];
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, owners), isNotNull(users.memorialisedAt)));
  const dead = new Set(rows.map(({ id }) => id));
  await askOwnersLater(
    tx,
    services,
    stopped.filter(({ userId }) => !dead.has(userId)),
  );
  await askContactsLater(
    tx,
    services,
    stopped.filter(({ userId }) => dead.has(userId)),
  );
  await tellStaffLater(
    tx,
    services,
    stopped.filter(({ userId, status }) => status === 'failed' || dead.has(userId)),
  );
}

/** Tells all staff which deliveries have failed, or wait for an address that nobody else can give us. Logs an error if there are no staff. */
export async function tellStaffLater(
  tx: Tx,
  services: Pick<Services, 'jobs' | 'clock' | 'log'>,
  stopped: readonly DeliveryRow[],
): Promise<void> {
  if (stopped.length === 0) return;
  const staff = await tx.select({ id: users.id }).from(users).where(eq(users.isAdmin, true));
  if (staff.length === 0) {
    const deliveryIds = stopped.map(({ id }) => id);
    services.log.error(
      { deliveryIds },
      'deliveries have stopped, and no account is marked as staff to be told',
    );
  }
  const mails = staff.flatMap(({ id: userId }) =>
    stopped.map(({ id, attemptCount }) => ({
      kind: 'staff-delivery-failed' as const,
      userId,
      subjectId: id,
      dedupeKey: `staff:${userId}:${id}:${attemptCount}`,
    })),
  );
  await enqueueMails(tx, services, mails);
}

/** One mail for everything that waits: when a mail server is down for long, all deliveries fail in the same hour. */
async function prepareForStaff(
  tx: Tx,
  { config }: Services,
  mail: MailRow,
): Promise<PreparedMail | undefined> {
  const { userId } = mail;
  if (!userId) return undefined;
  const [member] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, userId), eq(users.isAdmin, true)));
  if (!member) return undefined;
  const covers = await listUnsentOfSameKind(tx, { ...mail, userId });
  const ids = covers.flatMap(({ subjectId }) => subjectId ?? []);
  const rows = await tx
    .select()
    .from(deliveryQueue)
    .where(inArray(deliveryQueue.id, ids))
    .orderBy(asc(deliveryQueue.dueAt), asc(deliveryQueue.id));
  const stopped = rows.filter(waitsForAddress);
  if (stopped.length === 0) return undefined;
  const lines = stopped.map(
    ({ id, dueAt, status }) =>
      `${id}, due on ${formatDate(dueAt, member.timezone)}: ${status === 'failed' ? 'seven days of attempts failed' : 'an address is needed, and the owner has died'}`,
  );
  const content = await staffDeliveriesStoppedMail({
    staffName: greetedAs(member),
    count: String(stopped.length),
    deliveries: lines.join('\n'),
    link: `${config.publicUrl}/admin/deliveries`,
  });
  return { ...content, to: member.email, covers };
}
