import { formatDate, formatDay } from '../../../../../shared/dates.ts';
import type { DeliveryType } from '../../../../../shared/delivery/schedules.ts';
import { listNames } from '../../../../../shared/list-names.ts';
import { type MemoryType, memoryNouns } from '../../../../../shared/memory-types.ts';
import type { LinkChannel } from '../../../../../shared/outbox/channels.ts';
import { codeMinutes } from '../../../../platform/codes.ts';
import type { Services } from '../../../../platform/context.ts';
import { deriveId } from '../../../../platform/ids.ts';
import type { MailContent } from '../../../../platform/mail/compile-mail.tsx';
import { deriveToken, hashToken } from '../../../../platform/random.ts';
import type { MessageContent } from '../../../outbox/messages/messages.ts';
import { codeMail, deliveryMail, newsMail, newsWithLineMail } from './message.mail.tsx';

/** The only one so far; a schedule that repeated would have one for each year. */
const firstOccurrence = 1;

/**
 * The id of a delivery, and with it its Message-ID and link: the same for the same schedule and recipient, so that a
 * restored database that sends it again sends the very same mail.
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

/** What a message to a recipient is made of. None of it changes from one attempt to the next. */
export interface MessageFacts {
  owner: { firstName: string; lastName: string; timezone: string };
  recipient: {
    firstName: string;
    /** What the owner is to them, "mother". */
    ownerRelationship: string | null;
    /** A line that only the owner could have written. */
    knownBy: string | null;
  };
  memory: { type: MemoryType; createdAt: Date };
  /** No date: nobody has chosen it yet. */
  schedule: { deliveryType: DeliveryType; localDate: string | null };
  /** If it was passed on: whom it was left for. */
  leftFor: string | null;
  /** Null while the owner lives. */
  death: { isNews: boolean; diedOn: string | null } | null;
  link: string;
  publicHost: string;
  supportEmail: string;
}

interface Writers {
  /** The message that brings it. `others` are the first names of those at the same address whom it greets as well. */
  bringing: (facts: MessageFacts, to: string, others: readonly string[]) => Promise<MessageContent>;
  /** The code that lets the recipient open it on a second device. */
  code: (code: string, to: string, recipientName: string) => Promise<MessageContent>;
}

/** What a recipient is sent, by each channel. */
export const writers: Readonly<Record<LinkChannel, Writers>> = {
  email: {
    bringing: async (facts, to, others) => ({
      ...(await mailTo(facts, others)),
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

/** In the owner's name while they live. After that the name in the mailbox says at once that it is not they who write. */
export function senderOf({ owner, death }: Pick<MessageFacts, 'owner' | 'death'>): string {
  return death ? `Long After, for ${nameOf(owner)}` : nameOf(owner);
}

export function mailTo(facts: MessageFacts, others: readonly string[] = []): Promise<MailContent> {
  const { owner, recipient, memory, death, link, publicHost } = facts;
  const kind = memoryNouns[memory.type];
  const values = {
    recipientNames: listNames([recipient.firstName, ...others]),
    why: whyItComes(facts),
    link,
    publicHost,
    about: death
      ? `Long After kept this for ${nameOf(owner)}, whose death was confirmed to us with proof before it was sent.`
      : `Long After keeps words and memories for ${nameOf(owner)}, and brings them to the people they are for.`,
  };
  if (!death?.isNews)
    return deliveryMail({
      ...values,
      subject: death
        ? `A ${kind} that ${nameOf(owner)} kept for you`
        : `A ${kind} for you from ${nameOf(owner)}`,
      title: death
        ? `A ${kind} that ${owner.firstName} kept for you`
        : `${owner.firstName} left a ${kind} for you`,
      action: `Go to the ${kind}`,
    });
  const lead = others.length > 0 ? null : recipient.ownerRelationship;
  const told = {
    ...values,
    subject: lead ? `About your ${lead}, ${owner.firstName}` : `About ${nameOf(owner)}`,
    title: 'Kept for you, for this time',
    hasDied: sayDeath(facts, lead),
    action: `Go to ${owner.firstName}’s page`,
  };
  if (!recipient.knownBy) return newsMail(told);
  return newsWithLineMail({ ...told, ownerFirstName: owner.firstName, knownBy: recipient.knownBy });
}

/** To a recipient with a phone number but no email address. */
export function textTo(facts: MessageFacts): string {
  const { owner, recipient, death, link, supportEmail } = facts;
  const line = recipient.knownBy && `So that you know it is from ${owner.firstName}: “${recipient.knownBy}” `;
  const news = death?.isNews
    ? `${sayDeath(facts, recipient.ownerRelationship)} We are sorry. If you did not know, please call somebody close to you first. `
    : '';
  return `${news}${whyItComes(facts)} ${(news && line) || ''}Nothing opens by itself: ${link} The link is yours alone. There is nothing to pay. Questions: ${supportEmail} Long After`;
}

/** 'Your mother, Ruth, died on 9 November 2038.' */
function sayDeath({ owner, death }: MessageFacts, relationship: string | null): string {
  const who = relationship ? `Your ${relationship}, ${owner.firstName},` : nameOf(owner);
  return death?.diedOn ? `${who} died on ${formatDay(death.diedOn)}.` : `${who} has died.`;
}

function whyItComes({ owner, memory, schedule, leftFor, death }: MessageFacts): string {
  const name = death?.isNews ? owner.firstName : nameOf(owner);
  const left = `On ${formatDate(memory.createdAt, owner.timezone)} ${name} left a ${memoryNouns[memory.type]} with us for`;
  if (leftFor) return `${left} ${leftFor}, who has died, and wanted you to have it then.`;
  if (schedule.deliveryType === 'on_death') return `${left} you, to be kept for this time.`;
  const day = schedule.localDate ? `${formatDay(schedule.localDate)} as the day` : 'the day';
  return `${left} you, and chose ${day} to bring it to you.`;
}

function nameOf({ firstName, lastName }: MessageFacts['owner']): string {
  return `${firstName} ${lastName}`;
}
