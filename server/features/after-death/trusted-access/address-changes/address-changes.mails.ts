import { and, eq, isNull } from 'drizzle-orm';
import type { ReachedField } from '../../../../../shared/after-death/address-changes.ts';
import { formatMoment } from '../../../../../shared/dates.ts';
import { fullNameOf } from '../../../../../shared/full-name.ts';
import { listNames } from '../../../../../shared/list-names.ts';
import type { MailKind } from '../../../../../shared/outbox/mail-kinds.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { type UserRow, users } from '../../../accounts/profile/profile.table.ts';
import type { MailRow } from '../../../outbox/mails/mails.table.ts';
import type { AfterSending, PreparedMail, PrepareMail } from '../../../outbox/mails/mails.ts';
import { type RecipientRow, recipients } from '../../../people/recipients/recipients.table.ts';
import { addressChangedMail, addressSettledMail } from './address-changes.mail.tsx';
import {
  type AddressChangeNoticeRow,
  type AddressChangeRow,
  addressChangeNotices,
  addressChanges,
} from './address-changes.table.ts';
import { changesOf, noticeLink } from './change-rows.ts';
import type { NoticeStage } from './notices.ts';

interface Facts {
  notice: AddressChangeNoticeRow;
  change: AddressChangeRow;
  person: RecipientRow;
  owner: UserRow;
  link: string;
}

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

/** One that has been overtaken is no longer wanted: another mail says what became of it. */
const isWanted: Record<NoticeStage, (change: AddressChangeRow, at: string | undefined) => boolean> = {
  proposed: ({ state }) => state === 'proposed',
  made: ({ state }) => state === 'made',
  settled: ({ settledAt }, at) => settledAt?.toISOString() === at,
};

interface SettledWords {
  what: string;
  /** For a text message. */
  short: string;
}

interface ChangeWords extends SettledWords {
  next: string;
  ifWrong: string;
}

const prepareNotice: PrepareMail = async (tx, services, mail) => {
  const facts = await findFacts(tx, services, mail);
  const stage = mail.details['stage'] as NoticeStage | undefined;
  if (!facts || !stage || !isWanted[stage](facts.change, mail.details['at'])) return undefined;
  const { notice, owner, link } = facts;
  const asked = stage === 'settled' ? undefined : wordsOfChange(facts, stage);
  const { what, short } = asked ?? wordsSettled(facts);
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

const markTold: AfterSending = async (tx, _services, { mail, at }) => {
  if (!mail.subjectId) return;
  await tx
    .update(addressChangeNotices)
    .set({ toldAt: at })
    .where(and(eq(addressChangeNotices.id, mail.subjectId), isNull(addressChangeNotices.toldAt)));
};

export const afterSendingAddressNotices = {
  'recipient-address-corrected': markTold,
  'recipient-readdressed': markTold,
};

function frameOf({ notice, person, owner }: Facts, stage: NoticeStage) {
  const personName = fullNameOf(person);
  switch (notice.audience) {
    case 'person':
      return {
        title: stage === 'settled' ? 'About your new address' : `Is this right, ${person.firstName}?`,
        greeting: person.firstName,
        why: `You get this message because this is where we reached ${personName} for ${fullNameOf(owner)}.`,
      };
    case 'contact':
      return {
        title: `About a new address for ${personName}`,
        greeting: notice.contactName ?? personName,
        why: `You get this message because ${fullNameOf(owner)} named you as a trusted contact.`,
      };
    case 'owner':
      return {
        title: `About a new address for ${personName}`,
        greeting: owner.firstName,
        why: 'You get this message because it concerns your address book.',
      };
  }
}

const fieldWords: Record<ReachedField, string> = {
  email: 'email address',
  phone: 'phone number',
  mailingAddress: 'postal address',
};

function wordsOfChange({ notice, change, person, owner }: Facts, stage: 'proposed' | 'made'): ChangeWords {
  const whose = notice.audience === 'person' ? 'you' : fullNameOf(person);
  const who =
    change.by === 'staff'
      ? 'Somebody of our staff'
      : `${change.byName}, a trusted contact of ${fullNameOf(owner)},`;
  const fields = listNames(changesOf(change).map(({ field }) => fieldWords[field]));
  const what = `${who} gave us a new ${fields} for ${whose}.`;
  const from = change.inForceFrom && formatMoment(change.inForceFrom, owner.timezone);
  const next =
    stage === 'made' && from
      ? `From ${from} on we use it. Until then nothing goes to ${whose} at all.`
      : 'Nothing is changed yet: a person here looks at it first.';
  const ifWrong =
    notice.audience === 'owner'
      ? 'say so on the page below, and nothing goes there. You can also enter what is right in your address book, and then that counts at once.'
      : 'say so on the page below: one press, and nothing goes there. A person here then writes to you.';
  return { what, next, ifWrong, short: `${what} ${next}` };
}

function wordsSettled({ notice, change, person, owner }: Facts): SettledWords {
  const whose = notice.audience === 'person' ? 'you' : fullNameOf(person);
  const from = change.inForceFrom && formatMoment(change.inForceFrom, owner.timezone);
  const isRight = change.state === 'proposed' || change.state === 'made';
  const right = from
    ? `is right. We use it from ${from} on.`
    : 'may be right. We write once more before we use it.';
  const what = isRight
    ? `Somebody had said that the new address for ${whose} is wrong. We looked into it, and found that it ${right}`
    : `Somebody had said that the new address for ${whose} is wrong. We looked into it, and we do not use it: what we had before counts.`;
  return { what, short: what };
}

export const addressChangeMails = {
  'recipient-address-corrected': prepareNotice,
  'recipient-readdressed': prepareNotice,
} satisfies Partial<Record<MailKind, PrepareMail>>;
