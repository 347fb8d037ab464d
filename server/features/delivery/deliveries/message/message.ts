import { Temporal } from 'temporal-polyfill';
import { formatDate, formatDay } from '../../../../../shared/dates.ts';
import type { DeliveryType } from '../../../../../shared/delivery/schedules.ts';
import { capitalized } from '../../../../../shared/letter-case.ts';
import { isWritten, memoryNouns } from '../../../../../shared/memory-types.ts';
import { fullNameOf } from '../../../../../shared/names.ts';
import type { LinkChannel } from '../../../../../shared/outbox/channels.ts';
import { codeMinutes } from '../../../../platform/codes.ts';
import type { Services } from '../../../../platform/context.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { deriveId } from '../../../../platform/ids.ts';
import type { MailContent } from '../../../../platform/mail/compile-mail.tsx';
import { MessageFault } from '../../../../platform/mail/mail.ts';
import { deriveToken, hashToken } from '../../../../platform/random.ts';
import type { MessageContent } from '../../../outbox/messages/messages.ts';
import {
  type BroughtValues,
  broughtMail,
  codeMail,
  keptMail,
  newsMail,
  type Shape,
} from './message.mail.tsx';
import { listThings, nameKind, nameThings, type Thing } from './things.ts';

export type { Thing };

/** The only one so far; a repeating schedule would have one per year. */
const firstOccurrence = 1;

/**
 * The id of a delivery, from which its Message-ID and link derive: the same for the same schedule and
 * recipient, so that a restored database that sends it again sends the identical mail.
 */
export function deliveryId({ scheduleId, recipientId }: { scheduleId: string; recipientId: string }): string {
  return deriveId(`delivery:${scheduleId}:${recipientId}:${firstOccurrence}`);
}

type Secret = Pick<Services, 'appSecret'>;

/** The link's token: the same for every attempt, and stored only as a hash. */
export function deliveryToken({ appSecret }: Secret, deliveryId: string): string {
  return deriveToken(appSecret, 'delivery', deliveryId);
}

export function deliveryTokenHash(secret: Secret, deliveryId: string): string {
  return hashToken(deliveryToken(secret, deliveryId));
}

export function deliveryLink(services: Pick<Services, 'appSecret' | 'config'>, deliveryId: string): string {
  return `${services.config.publicUrl}/received/${deliveryToken(services, deliveryId)}`;
}

export const deadLinkMessage = 'Its link would not open: LINK_SECRET is not the one it was made with.';

/** The same link for a mail of the outbox. Throws, so that the mail waits for the right secret, if nobody could open it. */
export function liveLink(
  services: Pick<Services, 'appSecret' | 'config'>,
  { id, tokenHash }: { id: string; tokenHash: string },
): string {
  if (tokenHash !== deliveryTokenHash(services, id)) throw new MessageFault('temporary', deadLinkMessage);
  return deliveryLink(services, id);
}

/** The content of a message to a recipient. None of it changes from one attempt to the next. */
export interface MessageFacts {
  owner: { firstName: string; lastName: string; timezone: string };
  recipient: {
    firstName: string;
    /** What the owner is to them, such as "mother". */
    ownerRelationship: string | null;
    /** A line that only the owner could have written. */
    knownBy: string | null;
    /** YYYY-MM-DD */
    birthday: string | null;
  };
  /** At least one. */
  things: readonly Thing[];
  /** No date: nobody has chosen it yet. `isLate`: it began long after it was due. `isPutOff`: its day fell in the quiet days. */
  schedule: { deliveryType: DeliveryType; localDate: string | null; isLate?: boolean; isPutOff?: boolean };
  /** Null while the owner is alive. */
  death: { isNews: boolean; diedOn: string | null } | null;
  /** The link to the recipient's page. */
  link: string;
  publicHost: string;
  supportEmail: string;
}

interface Writers {
  /** The message that brings something. */
  bringing: (facts: MessageFacts, to: string) => Promise<MessageContent>;
  /** The code that lets the recipient open it on a second device. */
  code: (code: string, to: string, recipientName: string) => Promise<MessageContent>;
}

/** The writers of messages to recipients, by channel. */
export const writers: Readonly<Record<LinkChannel, Writers>> = {
  email: {
    bringing: async (facts, to) => ({
      ...(await mailTo(facts)),
      to,
      fromName: senderOf(facts),
    }),
    code: async (code, to, recipientName) => ({
      ...(await codeMail({ recipientName, code, minutes: String(codeMinutes) })),
      to,
    }),
  },
  text: {
    bringing: async (facts, to) => ({ channel: 'text', to, body: textTo(facts) }),
    code: async (code, to) => ({
      channel: 'text',
      to,
      body: `${code} is your code to open what was left for you. It works for ${codeMinutes} minutes. Long After`,
    }),
  },
};

/** In the owner's name while they are alive. After that, the sender's name shows at once that somebody else is writing. */
export function senderOf({ owner, death }: Pick<MessageFacts, 'owner' | 'death'>): string {
  return death ? `Long After, for ${fullNameOf(owner)}` : fullNameOf(owner);
}

/** The part of the page that says who it is from, and how to stop further messages. */
const aboutAnchor = '#about';

export function mailTo(facts: MessageFacts): Promise<MailContent> {
  const { owner, recipient, things, death, link, publicHost } = facts;
  const isOne = things.length === 1;
  const shape = { isOne, isLate: facts.schedule.isLate ?? false };
  const values = {
    recipientName: recipient.firstName,
    why: `${whyItComes(facts, owner.firstName)}${isOne ? '.' : ':'}`,
    things: isOne ? '' : listThings(things).join('\n'),
    sorry: sayLate(facts),
    link,
    aboutLink: `${link}${aboutAnchor}`,
    publicHost,
    about: death
      ? `Long After kept ${isOne ? 'this' : 'these'} for ${fullNameOf(owner)}, whose death was confirmed to us with proof before ${isOne ? 'it was' : 'they were'} sent.`
      : `Long After keeps words and memories for ${fullNameOf(owner)}, and brings them to the people they are for.`,
    action:
      isOne && !death?.isNews
        ? `Go to the ${memoryNouns[firstOf(things).type]}`
        : `Go to ${owner.firstName}’s page`,
  };
  if (death?.isNews) return writeNews(facts, values, shape);
  const { subject, title } = death ? headingAfterDeath(facts) : headingInLife(facts);
  const closed = isOne
    ? 'It is closed. Open it when you have a quiet minute.'
    : 'They are closed. Open them when you have a quiet minute.';
  const given = { ...values, subject, title, closed };
  return death ? keptMail(given, shape) : broughtMail({ ...given, ownerName: owner.firstName }, shape);
}

function writeNews({ owner, recipient, ...facts }: MessageFacts, values: BroughtValues, shape: Shape) {
  const { ownerRelationship, knownBy } = recipient;
  const told = {
    ...values,
    subject: ownerRelationship
      ? `About your ${ownerRelationship}, ${owner.firstName}`
      : `About ${fullNameOf(owner)}`,
    title: 'Kept for you, for this time',
    hasDied: sayDeath({ owner, recipient, ...facts }),
    ownerName: owner.firstName,
    knownBy: knownBy ?? '',
  };
  return newsMail(told, { ...shape, hasLine: knownBy !== null });
}

/** They name the kind or the number, or the day, so that two are never alike by accident. */
function headingInLife({ owner, things, ...facts }: MessageFacts): Heading {
  const { firstName } = owner;
  const what = nameKind(things);
  if (!isBirthday(facts)) return both(`${firstName} left ${what} for you`);
  const some = things.length === 1 ? 'something' : what;
  return {
    subject: `${capitalized(some)} for your birthday`,
    title: `${firstName} has ${some} for your birthday`,
  };
}

/** Contains the owner's full name, since they are no longer the sender. */
function headingAfterDeath({ owner, things, ...facts }: MessageFacts): Heading {
  const what = capitalized(nameKind(things));
  const forWhat = isBirthday(facts) ? 'your birthday' : 'you';
  return {
    subject: `${what} that ${fullNameOf(owner)} kept for ${forWhat}`,
    title: `${what} that ${owner.firstName} kept for ${forWhat}`,
  };
}

interface Heading {
  subject: string;
  title: string;
}

const both = (text: string): Heading => ({ subject: text, title: text });

/** Whether it is for the recipient's birthday. In common years that is 28 February for somebody born on the 29th. */
function isBirthday({ recipient, schedule }: Pick<MessageFacts, 'recipient' | 'schedule'>): boolean {
  const { birthday } = recipient;
  const { localDate } = schedule;
  if (!birthday || !localDate || schedule.deliveryType !== 'scheduled') return false;
  return (
    localDate ===
    Temporal.PlainDate.from(birthday)
      .with({ year: Number(localDate.slice(0, 4)) })
      .toString()
  );
}

/** Text message to a recipient who has a phone number and no email address. */
export function textTo(facts: MessageFacts): string {
  const { owner, recipient, death, link, supportEmail } = facts;
  const line = recipient.knownBy && `So that you know it is from ${owner.firstName}: “${recipient.knownBy}” `;
  const news = death?.isNews
    ? `${sayDeath(facts)} We are sorry. If you did not know, please call somebody close to you first. `
    : '';
  const why = whyItComes(facts, news ? owner.firstName : fullNameOf(owner));
  const sorry = sayLate(facts);
  return `${news}${why}. ${sorry && `${sorry} `}${(news && line) || ''}Nothing opens by itself: ${link} The link is yours alone. There is nothing to pay. Questions: ${supportEmail} Long After`;
}

type SheetFacts = Omit<MessageFacts, 'link' | 'publicHost' | 'supportEmail'>;

/** Why a parcel comes, for the sheet on top of it. After a death it says so first, since somebody may hear of it this way. */
export function whyByPost(facts: SheetFacts): string[] {
  const why = `${whyItComes(facts, facts.death ? facts.owner.firstName : fullNameOf(facts.owner))}.`;
  return [facts.death ? sayDeath(facts) : '', why, sayLate(facts)].filter((line) => line !== '');
}

/** Empty unless it is late. It does not say how late, so that each attempt sends the same text. */
function sayLate({ owner, schedule }: Pick<MessageFacts, 'owner' | 'schedule'>): string {
  if (!schedule.isLate) return '';
  return `It comes later than ${owner.firstName} meant it to. We are sorry.`;
}

/** For example: 'Your mother, Ruth, died on 9 November 2038.' */
function sayDeath({ owner, recipient, death }: Pick<MessageFacts, 'owner' | 'recipient' | 'death'>): string {
  const { ownerRelationship } = recipient;
  const who = ownerRelationship ? `Your ${ownerRelationship}, ${owner.firstName},` : fullNameOf(owner);
  return death?.diedOn ? `${who} died on ${formatDay(death.diedOn)}.` : `${who} has died.`;
}

/** Since when it was kept, for whom and for when; without a full stop, since a list may follow. */
function whyItComes({ things, schedule, ...facts }: SheetFacts, name: string): string {
  const { leftFor, type } = firstOf(things);
  const days = daysOf(facts, things);
  const isOne = things.length === 1;
  const it = isOne ? 'it' : 'them';
  const isPassedOn = leftFor !== null && things.every((thing) => thing.leftFor === leftFor);
  if (isPassedOn)
    return `${whenLeft(days, name, things, leftFor)}, who has died, and wanted you to have ${it} then`;
  if (schedule.deliveryType === 'on_death')
    return `${whenLeft(days, name, things, 'you')}, to be kept for this time`;
  const left =
    isOne && isWritten(type)
      ? `On ${days.first} ${name} wrote you a ${memoryNouns[type]}`
      : whenLeft(days, name, things, 'you');
  const day = schedule.localDate ? formatDay(schedule.localDate) : 'the chosen day';
  const onDay = day === days.first ? 'the same day' : `on ${day}`;
  const when = schedule.isPutOff ? whenPutOff(onDay, isOne) : onDay;
  return `${left}, and asked us to bring ${it} to you ${when}`;
}

/** Deliveries that were put off come together, though each may have been for another day. */
function whenPutOff(onDay: string, isOne: boolean): string {
  return isOne
    ? `${onDay}, or a little later if that was too soon after the death`
    : 'on days that have just passed, or a little later if those were too soon after the death';
}

function whenLeft(
  { first, last }: ReturnType<typeof daysOf>,
  name: string,
  things: readonly Thing[],
  leftFor: string,
): string {
  const left = `${name} left ${nameThings(things)} with us for ${leftFor}`;
  return first === last ? `On ${first} ${left}` : `${left}, the first on ${first}`;
}

/** The first and the last day on which they were left. */
function daysOf({ owner }: Pick<MessageFacts, 'owner'>, things: readonly Thing[]) {
  const times = things.map(({ createdAt }) => createdAt.getTime());
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const dayAt = (time: number) => formatDate(new Date(time), owner.timezone);
  const firstDay = dayAt(first);
  return { first: firstDay, last: first === last ? firstDay : dayAt(last) };
}

function firstOf(things: readonly Thing[]): Thing {
  return requireFound(things[0]);
}
