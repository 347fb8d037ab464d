import { formatDay } from '../../../../shared/dates.ts';
import { handOverPath } from '../../../../shared/delivery/hand-over.ts';
import { countOf, nameSome } from '../../../../shared/in-words.ts';
import { fullNameOf } from '../../../../shared/names.ts';
import type { MailKind } from '../../../../shared/outbox/mail-kinds.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import type { MailContent } from '../../../platform/mail/compile-mail.tsx';
import type { UserRow } from '../../accounts/profile/profile.table.ts';
import { greetedAs } from '../../accounts/profile/profile.ts';
import { liveLink } from '../../delivery/deliveries/message/message.ts';
import type { MailRow } from '../../outbox/messages/mails/mails.table.ts';
import type { PreparedMail, PrepareMail } from '../../outbox/messages/mails/mails.ts';
import { type ClosingRow, findClosing } from '../../system/closing/closing.ts';
import { describeLater, readOutlook } from './outlook.ts';
import {
  closingContactMail,
  closingOwnerMail,
  closingRecipientMail,
  closingRemindedMail,
  closingWithdrawnMail,
} from './sunset.mail.tsx';
import { findOwner, openedAt, ownersWhoTrust } from './told-people.ts';

interface Letter {
  content: MailContent;
  /** The same, as a text message. */
  text: string;
}

type Write = (tx: Tx, services: Services, closing: ClosingRow, mail: MailRow) => Promise<Letter | undefined>;

/** A mail about a closing; dropped if that was withdrawn meanwhile. */
function about(write: Write, { isWithdrawn = false } = {}): PrepareMail {
  return async (tx, services, mail): Promise<PreparedMail | undefined> => {
    const { subjectId, toAddress, channel } = mail;
    const closing = subjectId ? await findClosing(tx, subjectId) : undefined;
    if (!closing || !toAddress || (closing.withdrawnAt !== null) !== isWithdrawn) return undefined;
    const letter = await write(tx, services, closing, mail);
    if (!letter) return undefined;
    const content = channel === 'text' ? { channel, body: `Long After: ${letter.text}` } : letter.content;
    return { ...content, to: toAddress, atMostOnce: true };
  };
}

const writeToOwner: Write = async (tx, services, closing, mail) => {
  const owner = await findOwner(tx, mail);
  if (!owner) return undefined;
  const day = formatDay(closing.lastDay);
  const content = await closingOwnerMail({
    ...{ day, firstName: greetedAs(owner), years: yearsOf(services) },
    later: describeLater(await readOutlook(tx, closing.lastDay, owner.id)),
    paid:
      owner.subscriptionPlan === 'free'
        ? ''
        : 'Your plan stays as it is, and you pay nothing for the time after that day.',
    link: `${services.config.publicUrl}${handOverPath}`,
  });
  return { content, text: `we close on ${day}.` };
};

const writeReminder: Write = async (tx, { config }, closing, mail) => {
  const owner = await findOwner(tx, mail);
  if (!owner) return undefined;
  const day = formatDay(closing.lastDay);
  const later = describeLater(await readOutlook(tx, closing.lastDay, owner.id));
  const link = `${config.publicUrl}${handOverPath}`;
  const content = await closingRemindedMail({ day, firstName: greetedAs(owner), later, link });
  return { content, text: `we close on ${day}.` };
};

const writeToContact: Write = async (tx, { config }, closing, { toAddress }) => {
  const owners = await ownersWhoTrust(tx, toAddress ?? '');
  if (owners.length === 0) return undefined;
  const [day, names] = [formatDay(closing.lastDay), namesOf(owners)];
  const content = await closingContactMail({
    ...{ day, owners: names, link: `${config.publicUrl}/how-we-keep-it#closing` },
    until: owners.some(({ memorialisedAt }) => memorialisedAt === null)
      ? 'If you have to tell us of a death, please do so as before, and what was left is delivered.'
      : 'What is still to come by then is delivered.',
  });
  const text = `you are a trusted contact for ${names}. We close on ${day}; until then everything stays as it is. ${config.publicUrl}/how-we-keep-it#closing`;
  return { content, text };
};

const writeToRecipient: Write = async (tx, services, closing, { toAddress }) => {
  const opened = await openedAt(tx, toAddress ?? '');
  const newest = opened[0];
  if (!newest) return undefined;
  const [day, owners] = [formatDay(closing.lastDay), namesOf(opened.map(({ owner }) => owner))];
  const link = liveLink(services, newest);
  const content = await closingRecipientMail({ day, owners, link, years: yearsOf(services) });
  return { content, text: `we close on ${day}. Please download what ${owners} left for you: ${link}` };
};

const writeWithdrawn: Write = async (tx, _services, closing, mail) => {
  const owner = await findOwner(tx, mail);
  const isPayer = owner?.email.toLowerCase() === mail.toAddress && owner?.subscriptionPlan !== 'free';
  const day = formatDay(closing.lastDay);
  const paid = isPayer
    ? 'If your plan was to renew after that day, it does not do so by itself any more: please look at it in your settings.'
    : '';
  return { content: await closingWithdrawnMail({ day, paid }), text: 'we do not close after all.' };
};

function namesOf(owners: readonly UserRow[]): string {
  return nameSome([...new Set(owners.map(fullNameOf))]);
}

function yearsOf({ config }: Pick<Services, 'config'>): string {
  return countOf(config.closing.linkYears, 'year');
}

export const sunsetMails = {
  'closing-owner': about(writeToOwner),
  'closing-contact': about(writeToContact),
  'closing-recipient': about(writeToRecipient),
  'closing-reminded': about(writeReminder),
  'closing-withdrawn': about(writeWithdrawn, { isWithdrawn: true }),
} satisfies Partial<Record<MailKind, PrepareMail>>;
