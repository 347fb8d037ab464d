import { eq } from 'drizzle-orm';
import { formatDateTime, formatMoment } from '../../../../../shared/dates.ts';
import { carriesLink, channelLabels } from '../../../../../shared/outbox/channels.ts';
import type { Tx } from '../../../../platform/database.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import type { MailRow } from '../../../outbox/messages/mails/mails.table.ts';
import type { PrepareMail } from '../../../outbox/messages/mails/mails.ts';
import { hasEndedDeletion } from './end-deletion.ts';
import { accountReopenedInTimeMail, accountReopenedMail } from './releases.mail.tsx';
import { releases } from './releases.table.ts';
import { countWaiting, listGiven } from './what-went-out.ts';
import { listTold } from './who-was-told.ts';

export async function findRelease(tx: Tx, { subjectId }: MailRow) {
  if (!subjectId) return undefined;
  const [row] = await tx
    .select({ release: releases, owner: users })
    .from(releases)
    .innerJoin(users, eq(users.id, releases.userId))
    .where(eq(releases.id, subjectId));
  return row;
}

/** The page behind the button lists the rest. */
const givenInMail = 10;

export const prepareAccountReopened: PrepareMail = async (tx, { config }, mail) => {
  const found = await findRelease(tx, mail);
  if (!found || !mail.toAddress) return undefined;
  const { owner, release } = found;
  const given = await listGiven(tx, release);
  const told = (await listTold(tx, release)).filter(
    ({ contact, onItsWay }) => contact && onItsWay.length === 0,
  );
  const waiting = await countWaiting(tx, owner.id);
  const values = {
    firstName: owner.firstName,
    when: formatMoment(release.revokedAt ?? mail.createdAt, owner.timezone),
    given: [
      ...given.slice(0, givenInMail).map((each) => lineOf(each, owner.timezone)),
      ...(given.length > givenInMail ? [`And ${given.length - givenInMail} more, in your account.`] : []),
    ].join('\n'),
    links: linksOf(given),
    waiting: [
      waitingWords(waiting),
      ...erasedWords(release.erasedMemories),
      ...((await hasEndedDeletion(tx, release)) ? [deletionWords] : []),
    ].join(' '),
    told: toldWords(told.length),
    link: `${config.publicUrl}${given.length > 0 ? '/what-went-out' : '/auth'}`,
  };
  const write = given.length > 0 ? accountReopenedMail : accountReopenedInTimeMail;
  return { ...(await write(values)), to: mail.toAddress };
};

type Given = Awaited<ReturnType<typeof listGiven>>[number];

const channelWords: Record<Given['channel'], string> = {
  ...channelLabels,
  item: 'kept in our store, handed over',
};

function lineOf(given: Given, timezone: string): string {
  const { personName, title, channel, sentTo, sentAt, arrivedAt, openedAt } = given;
  const at = (instant: Date) => formatDateTime(instant, timezone);
  const sent = arrivedAt ?? sentAt;
  return [
    `${personName ?? 'Somebody'}: ${title ? `“${title}”` : 'a memory that you have deleted'}`,
    `${channelWords[channel]}${sentTo ? ` to ${sentTo}` : ''}${sent ? `, ${at(sent)}` : ''}`,
    ...(arrivedAt ? [] : [carriesLink(channel) ? 'it may have arrived' : 'on its way']),
    ...(carriesLink(channel) ? [openedAt ? `opened ${at(openedAt)}` : 'not opened'] : []),
  ].join(', ');
}

function linksOf(given: readonly Given[]): string {
  const closed = given.some(({ isLinkClosed }) => isLinkClosed);
  const dated = given.some(({ channel, isLinkClosed }) => !isLinkClosed && carriesLink(channel));
  const byHand = given.some(({ channel }) => !carriesLink(channel));
  return [
    ...(closed ? ['The links to it are closed. What somebody has read cannot be taken back.'] : []),
    ...(dated ? ['What was set for a day stays with those who received it.'] : []),
    ...(byHand ? ['If you want back what went by post or was handed over, please write to us.'] : []),
  ].join(' ');
}

function waitingWords(count: number): string {
  if (count === 0) return 'Nothing waits for the time after your death.';
  return count === 1
    ? 'What you left for after your death waits again, as before.'
    : `All ${count} memories that you left for after your death wait again, as before.`;
}

function erasedWords(count: number): string[] {
  if (count === 0) return [];
  const what = count === 1 ? 'One memory' : `${count} memories`;
  return [
    `${what} that you wanted deleted when you die had been erased by then, and cannot be brought back.`,
  ];
}

const deletionWords =
  'Your account was being deleted. That ended with this mistake: if it was your wish, please ask again in your account.';

function toldWords(count: number): string {
  if (count === 0) return 'Nobody had heard of it through us.';
  const who = count === 1 ? 'the one person who knew of it' : `the ${count} people who knew of it`;
  return `We have written to ${who}, and said that you are alive and that this was our mistake.`;
}
