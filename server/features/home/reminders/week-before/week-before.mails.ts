import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { formatMoment } from '../../../../../shared/dates.ts';
import type { RehearsalLine } from '../../../../../shared/delivery/rehearsal.ts';
import { describeKinds } from '../../../../../shared/delivery/what-waits.ts';
import { listNames } from '../../../../../shared/names.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { rehearse } from '../../../delivery/received/rehearsal/rehearsal.ts';
import { listUnsentOfSameKind, type PrepareMail } from '../../../outbox/messages/mails/mails.ts';
import { mayBeWritten } from '../yearly-mail/yearly-mail.ts';
import { weekBeforeMail } from './week-before.mail.tsx';

type Line = z.output<typeof RehearsalLine>;

/** Kinds and days, no titles, since others may read the mailbox. Covers all that is still to come by the rehearsal; dropped if nothing is. */
const prepareWeekBefore: PrepareMail = async (tx, services, mail) => {
  const { userId } = mail;
  if (!userId) return undefined;
  const [owner] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, userId), mayBeWritten(services)));
  if (!owner) return undefined;
  const { config, clock } = services;
  const covers = await listUnsentOfSameKind(tx, { ...mail, userId });
  const told = new Set(covers.map(({ subjectId, details }) => `${subjectId} ${details['recipientId']}`));
  const { lines } = await rehearse({ db: tx, clock, config }, owner, { death: null, isWhole: true });
  const coming = lines.filter(({ scheduleId, recipient }) => told.has(`${scheduleId} ${recipient.id}`));
  if (coming.length === 0) return undefined;
  const isAllWell = coming.every(({ reason }) => reason === null);
  const content = await weekBeforeMail({
    ownerName: owner.firstName,
    subject: subjectOf(coming),
    coming: describeAll(coming).join('\n'),
    next: isAllWell
      ? 'There is nothing you need to do. Until it goes out you can still change it.'
      : 'As things stand, not all of it would go out. The rehearsal shows why, and where you can mend it.',
    link: `${config.publicUrl}/${isAllWell ? 'schedule' : 'rehearsal'}`,
    label: isAllWell ? 'Open your schedule' : 'See what is missing',
  });
  return { ...content, to: owner.email, atMostOnce: true, covers };
};

function subjectOf(coming: readonly Line[]): string {
  const names = [...new Set(coming.map(({ recipient }) => recipient.firstName))];
  return `In a week ${names.length > 3 ? `${names.length} people hear` : `${listNames(names)} ${names.length === 1 ? 'hears' : 'hear'}`} from you`;
}

/** A line for each person, moment and channel: things that go together are named together. */
function describeAll(coming: readonly Line[]): string[] {
  const together = Map.groupBy(coming, ({ recipient, at, channel, reason }) =>
    [recipient.id, at?.getTime(), channel, reason].join(),
  );
  return [...together.values()].flatMap(([first, ...others]) => (first ? describe(first, others) : []));
}

function describe(line: Line, others: readonly Line[]): string {
  const { recipient, at, timezone, channel, reason } = line;
  const ways = { email: 'by email', text: 'by text message', post: 'by post', by_hand: 'by hand' };
  const when = at ? `on ${formatMoment(at, timezone)}` : 'soon';
  const how =
    reason === null
      ? channel && ways[channel]
      : reason === 'no_address' || reason === 'no_mailing_address'
        ? `but there is no address for ${recipient.firstName} yet`
        : 'but it would wait';
  const kinds = [line, ...others].flatMap(({ thing }) => thing.type ?? []);
  const what = kinds.length > 0 ? describeKinds(kinds) : 'Something that we keep for you';
  return `${what} for ${recipient.firstName}, ${when}${how ? `, ${how}` : ''}`;
}

export const weekBeforeMails = { 'week-before': prepareWeekBefore };
