import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { formatDay, formatMoment } from '../../../../../shared/dates.ts';
import { describeKinds, describeWaiting } from '../../../../../shared/delivery/what-waits.ts';
import { capitalized, uncapitalized } from '../../../../../shared/letter-case.ts';
import { fullNameOf } from '../../../../../shared/names.ts';
import type { MailKind } from '../../../../../shared/outbox/mail-kinds.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { readDatabaseTime } from '../../../../platform/database-time.ts';
import type { MailContent } from '../../../../platform/mail/compile-mail.tsx';
import { type MailRow, toldFrom } from '../../../outbox/messages/mails/mails.table.ts';
import type { AfterSending, PreparedMail, PrepareMail } from '../../../outbox/messages/mails/mails.ts';
import { sendingChannels } from '../../../outbox/messages/messages.ts';
import { ownContactOf, readAddressWait } from '../../../people/recipients/recipients.ts';
import { isAskedBy } from './guardian-hold.ts';
import { findPlaceOf, listMoments, type Place } from './guardian-page.ts';
import { guardianAskedAfterDeathMail, guardianAskedAgainMail, guardianAskedMail } from './guardians.mail.tsx';
import { guardianLinks, guardianQuestions } from './guardians.table.ts';
import { guardianLink } from './links.ts';

type Moments = Awaited<ReturnType<typeof listMoments>>;

/** Covers everything that comes on one day. */
const prepareAsked: PrepareMail = async (tx, services, mail) => {
  const place = await findSay(tx, services, mail);
  if (!place) return undefined;
  const moments = await listMoments(tx, place);
  const ofDay = moments.filter(
    ({ answer, plannedOn }) => answer === null && plannedOn === mail.details['day'],
  );
  const last = ofDay.at(-1);
  if (!last) return undefined;
  const values = { ...valuesOf(services, place, ofDay), day: formatDay(last.comesOn) };
  const write = place.owner.memorialisedAt ? guardianAskedAfterDeathMail : guardianAskedMail;
  return addressed(tx, services, place, mail, { content: () => write(values), values });
};

const prepareAskedAgain: PrepareMail = async (tx, services, mail) => {
  const place = await findSay(tx, services, mail);
  if (!place) return undefined;
  const moments = (await listMoments(tx, place)).filter(({ answer }) => answer === 'not_yet');
  if (moments.length === 0) return undefined;
  const values = valuesOf(services, place, moments);
  return addressed(tx, services, place, mail, {
    content: () => guardianAskedAgainMail({ ...values, what: capitalized(values.what) }),
    values,
  });
};

/** Undefined if there is nothing left to say: somebody else is the guardian now, or the child is old enough. */
async function findSay(tx: Tx, services: Services, { subjectId }: MailRow): Promise<Place | undefined> {
  const place = subjectId ? await findPlaceOf(tx, services, eq(guardianLinks.id, subjectId)) : undefined;
  return place?.isOver ? undefined : place;
}

function valuesOf(services: Services, { link, owner, child, guardian }: Place, moments: Moments) {
  const kinds = moments.flatMap((moment) => moment.kinds);
  return {
    ownerName: fullNameOf(owner),
    ownerFirstName: owner.firstName,
    childName: child.firstName,
    guardianName: guardian.firstName,
    untilAge: String(child.guardianUntilAge),
    waiting: describeWaiting(kinds, child.firstName),
    waits: kinds.length === 1 ? 'waits' : 'wait',
    what: uncapitalized(describeKinds(kinds)),
    link: guardianLink(services, link),
  };
}

interface Written {
  content: () => Promise<MailContent>;
  values: { ownerName: string; waiting: string; link: string };
}

/** By email, or by text message to somebody without an email address; undefined if we know no address any more that we can send to. */
async function addressed(
  tx: Tx,
  services: Services,
  { guardian, owner }: Place,
  { createdAt }: MailRow,
  { content, values: { ownerName, waiting, link } }: Written,
): Promise<PreparedMail | undefined> {
  const contact = ownContactOf(guardian, sendingChannels(services));
  if (!contact) return undefined;
  if (await readAddressWait(tx, services, guardian.id))
    throw new Error('Nothing goes to the new address of this guardian yet');
  if (contact.channel === 'email') return { ...(await content()), to: contact.address };
  const when = formatMoment(createdAt, owner.timezone);
  const body = `Long After, ${when}: ${waiting}, from ${ownerName}. You have a say in it: ${link}`;
  return { channel: 'text', to: contact.address, body };
}

/** Somebody who is asked late gets as much time to answer as somebody who is asked at once. */
const askedFromThenOn: AfterSending = async (tx, services, { mail }) => {
  if (!mail.subjectId) return;
  const [link] = await tx.select().from(guardianLinks).where(eq(guardianLinks.id, mail.subjectId));
  if (!link) return;
  const askedAt = toldFrom(mail, await readDatabaseTime(tx, services.clock));
  if (askedAt <= mail.createdAt) return;
  const { recipientId, guardianId, answer } = guardianQuestions;
  const ofDay = isAskedBy(sql`${mail.details['dueAt'] ?? null}`);
  const theirs = and(eq(recipientId, link.recipientId), eq(guardianId, link.guardianId), ofDay);
  await tx
    .update(guardianQuestions)
    .set({ askedAt })
    .where(and(theirs, isNull(answer), lt(guardianQuestions.askedAt, askedAt)));
};

export const afterSendingGuardianMails = { 'guardian-asked': askedFromThenOn };

export const guardianMails = {
  'guardian-asked': prepareAsked,
  'guardian-asked-again': prepareAskedAgain,
} satisfies Partial<Record<MailKind, PrepareMail>>;
