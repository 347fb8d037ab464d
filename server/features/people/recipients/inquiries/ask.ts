import { eq, type SQL, sql } from 'drizzle-orm';
import type { LinkChannel } from '../../../../../shared/outbox/channels.ts';
import { askedDaysBefore, type InquiryKind } from '../../../../../shared/people/inquiries.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { readAgreedNow } from '../../../../platform/database-time.ts';
import { deriveId } from '../../../../platform/ids.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { enqueueMail, mayBeSentBefore } from '../../../outbox/messages/mails/mails.ts';
import { sendingChannels } from '../../../outbox/messages/messages.ts';
import { record } from '../../../system/audit/audit.ts';
import { contactOf } from '../contacts.ts';
import { lockRecipient } from '../recipient-rows.ts';
import { recipients } from '../recipients.table.ts';
import { inquiries } from './inquiries.table.ts';
import { ensureInquiry } from './links.ts';

/** What asking needs from higher districts; passed in by worker.ts. */
export interface Asking {
  /** SQL: whether nobody currently says that the owner in this row of `users` has died. */
  isThoughtAlive: SQL;
  /** SQL: whether something is due for the person in this row of `recipients` between these instants. */
  comesBetween: (from: SQL, until: SQL) => SQL;
}

const askedPerSweep = 200;
/** After an outage, questions about a day's deliveries are still asked within this many days, and later not at all. */
const madeUpForDays = 7;
/** How many days there are at least between two questions of a kind to one person. */
const pauseDays = { yearly: 365, before: 90 } as const;

interface Due extends Record<string, unknown> {
  id: string;
  userId: string;
  pause: number;
}

/** Asks recipients for their addresses, and trusted contacts whether they are still willing, if their owner wants that. */
export async function askPeople(services: Services, asking: Asking): Promise<void> {
  const now = await readAgreedNow(services.db, services.clock);
  if (!now) return;
  const channels = sendingChannels(services);
  const at = sql`${now.toISOString()}::timestamptz`;
  await askEach(services, 'address', now, addressesDue(at, asking, channels));
  await askEach(services, 'trust', now, trustDue(at, asking, channels));
}

/** Not a child whose guardian has a say, nor somebody who wants nothing more, nor somebody whose mail is read by another person. */
function addressesDue(
  at: SQL,
  { isThoughtAlive, comesBetween }: Asking,
  channels: readonly LinkChannel[],
): SQL {
  const soon = comesBetween(
    sql`${at} + make_interval(days => ${askedDaysBefore - madeUpForDays})`,
    sql`${at} + make_interval(days => ${askedDaysBefore})`,
  );
  return sql`
    select ${recipients.id} as id, ${recipients.userId} as "userId", pause
    from ${users} join ${recipients} on ${recipients.userId} = ${users.id}
    cross join lateral (select case ${users.askRecipients} when 'yearly' then ${pauseDays.yearly}::int else ${pauseDays.before}::int end as pause) p
    where ${users.askRecipients} <> 'never' and ${isThere(isThoughtAlive, channels)}
      and ${recipients.declinedAt} is null and ${recipients.heldSince} is null
      and (${recipients.guardianId} is null or ${recipients.birthday} is null
        or ${recipients.birthday} + make_interval(years => ${recipients.guardianUntilAge}) < ${at})
      and case ${users.askRecipients}
        when 'yearly' then ${recipients.createdAt} <= ${at} - make_interval(days => pause)
        else ${soon} end
      and ${notAskedSince(at, 'address')}`;
}

function trustDue(at: SQL, { isThoughtAlive }: Asking, channels: readonly LinkChannel[]): SQL {
  return sql`
    select ${recipients.id} as id, ${recipients.userId} as "userId", pause
    from ${users} join ${recipients} on ${recipients.userId} = ${users.id}
    cross join (select ${pauseDays.yearly}::int as pause) p
    where ${users.askTrustedContacts} and ${isThere(isThoughtAlive, channels)} and ${recipients.trustedContact}
      and ${recipients.trustedContactToldAt} <= ${at} - make_interval(days => pause)
      and ${notAskedSince(at, 'trust')}`;
}

/** Whether the owner's account is open, and this person of the address book can be written to. */
function isThere(isThoughtAlive: SQL, channels: readonly LinkChannel[]): SQL {
  const { email, secondEmail, phone } = recipients;
  return sql`(
    ${users.memorialisedAt} is null and ${users.deletionRequestedAt} is null and ${users.suspendedAt} is null and ${isThoughtAlive}
    and ${recipients.diedAt} is null and ${recipients.disownedAt} is null
    and (${email} is not null or ${secondEmail} is not null or (${channels.includes('text')}::boolean and ${phone} is not null)))`;
}

function notAskedSince(at: SQL, kind: InquiryKind): SQL {
  return sql`not exists (
    select from ${inquiries} where ${inquiries.recipientId} = ${recipients.id} and ${inquiries.kind} = ${kind}
      and ${inquiries.askedAt} > ${at} - make_interval(days => pause))`;
}

async function askEach(services: Services, kind: InquiryKind, now: Date, due: SQL): Promise<void> {
  const { db, sweeps } = services;
  const name = `inquiries-${kind}`;
  const { rows } = await db.execute<Due>(sql`
    select * from (${due}) due where id <> all(${sql.param(sweeps.putOff(name))}::uuid[])
    order by id limit ${askedPerSweep}`);
  await sweeps.each(name, rows, (each) => inTransaction(db, (tx) => ask(tx, services, kind, now, each)));
}

/** The mail's id is derived from the person and the period, so that a restored backup does not ask twice. */
async function ask(
  tx: Tx,
  services: Services,
  kind: InquiryKind,
  now: Date,
  { id, userId, pause }: Due,
): Promise<void> {
  const person = await lockRecipient(tx, userId, id);
  const contact = contactOf(person, sendingChannels(services));
  if (!contact) return;
  const subjectId = await ensureInquiry(tx, services, person, kind, contact);
  await tx.update(inquiries).set({ askedAt: now }).where(eq(inquiries.id, subjectId));
  const period = Math.floor((now.getTime() - person.createdAt.getTime()) / (pause * 24 * 3_600_000));
  const key = `asked-${kind}:${id}:${pause}:${period}`;
  const mail = {
    ...({ kind: `asked-${kind}`, id: deriveId(key), userId, subjectId, dedupeKey: key } as const),
    mayBeSentSince: mayBeSentBefore(now),
  };
  if (!(await enqueueMail(tx, services, mail))) return;
  await record(tx, services.clock.now(), {
    action: 'recipient.asked',
    actor: 'system',
    userId,
    subjectId: id,
    details: { what: kind },
  });
}
