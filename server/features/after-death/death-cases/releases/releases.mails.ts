import { formatMoment } from '../../../../../shared/dates.ts';
import { fullNameOf, listNames } from '../../../../../shared/names.ts';
import type { MailKind } from '../../../../../shared/outbox/mail-kinds.ts';
import type { users } from '../../../accounts/profile/profile.table.ts';
import type { PrepareMail } from '../../../outbox/messages/mails/mails.ts';
import { findRelease, prepareAccountReopened } from './account-reopened.mails.ts';
import { hasReachedOne } from './left-during.ts';
import type { ToldPerson, ToldRole } from './merge-people.ts';
import { ownerIsAliveMail } from './releases.mail.tsx';

/** Dropped if it turns out that they never heard of the death. */
const prepareOwnerIsAlive: PrepareMail = async (tx, _services, mail) => {
  const found = await findRelease(tx, mail);
  if (!found?.release.revokedAt || !mail.toAddress) return undefined;
  const { owner, release } = found;
  const { onItsWay, ...told } = fromDetails(mail.details);
  if (onItsWay.length > 0) {
    const wereTold = await hasReachedOne(tx, release, {
      deliveryIds: onItsWay.flatMap((each) => ('deliveryId' in each ? [each.deliveryId] : [])),
      accessIds: onItsWay.flatMap((each) => ('accessId' in each ? [each.accessId] : [])),
    });
    if (wereTold === undefined) throw new Error('What it answers is still being sent');
    if (!wereTold) return undefined;
  }
  const words = wordsFor(told.roles, owner);
  if (mail.channel !== 'text')
    return {
      ...(await ownerIsAliveMail({
        ...words,
        names: listNames(told.firstNames),
        ownerName: fullNameOf(owner),
        meaning: words.meaning.join('\n'),
      })),
      to: mail.toAddress,
    };
  const when = formatMoment(mail.createdAt, owner.timezone);
  return {
    channel: 'text',
    to: mail.toAddress,
    body: `Long After, ${when}: ${words.opening} ${words.inShort} You need not do anything.`,
  };
};

function fromDetails(details: Record<string, string>): Omit<ToldPerson, 'contact'> {
  return {
    firstNames: JSON.parse(details['firstNames'] ?? '[]'),
    roles: (details['roles']?.split(',') ?? []) as ToldRole[],
    onItsWay: JSON.parse(details['onItsWay'] ?? '[]'),
  };
}

function wordsFor(roles: readonly ToldRole[], owner: typeof users.$inferSelect) {
  const { firstName } = owner;
  const heardFromUs = roles.some((role) => role !== 'reporter');
  const mistake = heardFromUs
    ? `We wrote to you that ${firstName} had died. That was our mistake, and we are sorry.`
    : `You told us that ${firstName} had died, and we believed it. That was a mistake, and we are sorry.`;
  const meanings: Record<ToldRole, string> = {
    recipient: `The link that we sent you is closed: what ${firstName} left for you was not to reach you yet. If you have read it, that cannot be undone, and you have done nothing wrong.`,
    dated: `What ${firstName} meant for you on its day stays yours.`,
    contact: `Your page as a trusted contact is closed.`,
    reporter: heardFromUs
      ? 'You had reported it to us. Mistakes like this happen, and nobody is angry with you.'
      : 'Mistakes like this happen, and nobody is angry with you. The report is closed.',
  };
  const meaning = (Object.keys(meanings) as ToldRole[]).filter((role) => roles.includes(role));
  return {
    opening: `${fullNameOf(owner)} is alive. ${mistake}`,
    meaning: meaning.map((role) => meanings[role]),
    inShort:
      roles.includes('recipient') || roles.includes('contact') ? 'The link that we sent you is closed.' : '',
  };
}

export const releaseMails = {
  'release-revoked': prepareOwnerIsAlive,
  'account-reopened': prepareAccountReopened,
} satisfies Partial<Record<MailKind, PrepareMail>>;
