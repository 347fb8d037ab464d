import { and, eq, isNull } from 'drizzle-orm';
import { formatMoment } from '../../../../../shared/dates.ts';
import type { MailKind } from '../../../../../shared/outbox/mail-kinds.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { readDatabaseTime } from '../../../../platform/database-time.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { type MailRow, toldFrom } from '../../../outbox/messages/mails/mails.table.ts';
import type { AfterSending, PreparedMail, PrepareMail } from '../../../outbox/messages/mails/mails.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { waitLonger } from '../../../people/recipients/recipients.ts';
import { afterEvent } from './address-change-state.ts';
import { addressChangedMail, addressSettledMail } from './address-changes.mail.tsx';
import { type AddressChangeRow, addressChangeNotices, addressChanges } from './address-changes.table.ts';
import { noticeLink, writeChange } from './change-rows.ts';
import { inForceFrom } from './make-change.ts';
import { type Facts, frameOf, wordsOfChange, wordsSettled } from './notice-words.ts';
import type { NoticeStage } from './notices.ts';

async function findFacts(tx: Tx, services: Services, { subjectId }: MailRow): Promise<Facts | undefined> {
  if (!subjectId) return undefined;
  const [row] = await tx
    .select({ notice: addressChangeNotices, change: addressChanges, person: recipients, owner: users })
    .from(addressChangeNotices)
    .innerJoin(addressChanges, eq(addressChanges.id, addressChangeNotices.changeId))
    .innerJoin(recipients, eq(recipients.id, addressChanges.recipientId))
    .innerJoin(users, eq(users.id, addressChanges.userId))
    .where(eq(addressChangeNotices.id, subjectId));
  return row && { ...row, link: noticeLink(services, row.notice.id) };
}

/** The wait that the message states is counted from now, when it leaves. */
function asToldNow(services: Services, facts: Facts, mail: MailRow): Facts {
  const columns = mail.details['awaitedFor'] && afterTold(services, facts.change, mail, services.clock.now());
  return { ...facts, change: { ...facts.change, ...columns } };
}

/** An outdated notice is no longer wanted: another mail says what became of the change. */
const isWanted: Record<NoticeStage, (change: AddressChangeRow, at: string | undefined) => boolean> = {
  proposed: ({ state }) => state === 'proposed',
  made: ({ state }) => state === 'made',
  settled: ({ settledAt }, at) => settledAt?.toISOString() === at,
};

const prepareNotice: PrepareMail = async (tx, services, mail) => {
  const facts = await findFacts(tx, services, mail);
  const stage = mail.details['stage'] as NoticeStage | undefined;
  if (!facts || !stage || !isWanted[stage](facts.change, mail.details['at'])) return undefined;
  const { notice, owner, link } = facts;
  const asked = stage === 'settled' ? undefined : wordsOfChange(asToldNow(services, facts, mail), stage);
  const again = mail.details['sentAgainFrom'];
  const { what, short } = asked ?? wordsSettled(facts, again ? new Date(again) : undefined);
  const { title, greeting, why } = frameOf(facts, stage);
  if (notice.channel === 'text') {
    const when = formatMoment(mail.createdAt, owner.timezone);
    const ask = asked ? ' If that is wrong, please say so here:' : '';
    return { channel: 'text', to: notice.address, body: `Long After, ${when}: ${short}${ask} ${link}` };
  }
  const frame = { title, greeting, why, link };
  const content = await (asked
    ? addressChangedMail({ ...frame, what, next: asked.next, ifWrong: asked.ifWrong })
    : addressSettledMail({ ...frame, what }));
  return { ...content, to: notice.address } satisfies PreparedMail;
};

const markTold: AfterSending = async (tx, services, { mail, at }) => {
  if (!mail.subjectId) return;
  await tx
    .update(addressChangeNotices)
    .set({ toldAt: at })
    .where(and(eq(addressChangeNotices.id, mail.subjectId), isNull(addressChangeNotices.toldAt)));
  const facts = mail.details['awaitedFor'] && (await findFacts(tx, services, mail));
  if (!facts) return;
  const { change } = facts;
  const columns = afterTold(services, change, mail, await readDatabaseTime(tx, services.clock));
  if (!columns?.inForceFrom) return;
  await writeChange(tx, change.id, columns);
  await waitLonger(tx, change.recipientId, columns.inForceFrom);
};

/** Somebody who is told late gets as much time as somebody who is told at once. */
function afterTold(services: Services, change: AddressChangeRow, mail: MailRow, now: Date) {
  const from = inForceFrom(services, toldFrom(mail, now));
  return afterEvent(change, { kind: 'told', inForceFrom: from }, now);
}

export const afterSendingAddressNotices = {
  'recipient-address-corrected': markTold,
  'recipient-readdressed': markTold,
};

export const addressChangeMails = {
  'recipient-address-corrected': prepareNotice,
  'recipient-readdressed': prepareNotice,
} satisfies Partial<Record<MailKind, PrepareMail>>;
