import type { Rehearsal, RehearsalLine } from '../../../../shared/delivery/rehearsal.ts';
import { formatDayAndMonth } from '../../../lib/dates.ts';
import { askPath } from '../../people/recipients/recipients.ts';
import { seriesPath } from '../deliveries/deliveries.ts';
import type { Entry, Mend } from './view.ts';

type Reason = NonNullable<RehearsalLine['reason']>;

const troubles: Readonly<Record<Reason, string>> = {
  no_address: 'No address yet. It would wait.',
  only_phone: 'No email address yet. It would wait.',
  no_mailing_address: 'No mailing address yet. It would wait.',
  bad_address: 'The address does not work.',
  not_theirs: 'Somebody said that the address is not theirs.',
  memory_under_review: 'Not approved yet. It would wait.',
  physical_fulfilment: 'Waits for us to post it.',
  in_the_post: 'In the post.',
  file_damaged: 'Its file is damaged.',
  outcome_unknown: 'We do not know whether it arrived.',
  held_by_staff: 'We hold it for now.',
  held_by_trusted_contact: 'A trusted contact asked us to wait.',
  declined: 'They did not want it.',
  held_by_guardian: 'Their guardian asked us to wait.',
  account_in_arrears: 'Waits for a payment.',
  memory_withdrawn: 'Taken back.',
  release_revoked: 'Stopped.',
  item_not_here: 'Not with us yet.',
  failed: 'We could not reach them.',
};

const channels = {
  email: 'by email',
  text: 'by text message',
  post: 'by post',
  by_hand: 'handed over in person',
} as const;

/** The entries of a moment: lines that are alike for several people become one. */
export function entriesOf(lines: readonly RehearsalLine[], rehearsal: Pick<Rehearsal, 'gaps'>): Entry[] {
  return [...Map.groupBy(lines, keyOf)].map(([key, own]) => entryOf(key, own, rehearsal));
}

/** What would wait is a separate entry, since it is fixed for one person. */
function keyOf({
  scheduleId,
  seriesId,
  thing,
  recipient,
  reason,
  localDate,
  channel,
}: RehearsalLine): string {
  const alike = [seriesId ?? scheduleId ?? '', thing.id, localDate ?? '', channel ?? ''].join(' ');
  return reason === null && scheduleId !== null ? alike : `${alike} ${recipient.id}`;
}

function entryOf(key: string, lines: readonly RehearsalLine[], rehearsal: Pick<Rehearsal, 'gaps'>): Entry {
  const [line] = lines;
  if (!line) throw new Error('A group has at least one line');
  const { scheduleId, recipient, thing, localDate, furtherDates, reason, isAfterGuarantee } = line;
  const isSent = scheduleId !== null && thing.type !== null && line.channel !== 'post';
  return {
    key,
    who: lines.map((each) => each.recipient.firstName).join(', '),
    thing: furtherDates.length > 0 ? 'series' : (thing.type ?? 'item'),
    title: thing.title,
    how: describeHow(line, lines.length),
    way: wayOf(line),
    trouble: reason ? troubles[reason] : isAfterGuarantee ? 'After your guarantee ends' : null,
    mend: mendOf(line, rehearsal),
    sendable: isSent ? { scheduleId, recipientId: recipient.id } : null,
    dates: localDate === null ? [] : [localDate, ...furtherDates],
  };
}

function describeHow({ channel, address, furtherDates, movedFrom }: RehearsalLine, people: number): string {
  const way = channel ? channels[channel] : '';
  const to = address !== null && people === 1 && channel !== 'post' ? `${way} to ${address}` : way;
  const often = furtherDates.length > 0 ? `${to}, every year, ${furtherDates.length + 1} times` : to;
  return movedFrom ? `${often}. Was ${formatDayAndMonth(movedFrom)}; waits for the quiet days.` : often;
}

function wayOf({ channel, furtherDates }: RehearsalLine): string {
  const way = channel ? channels[channel] : '';
  return furtherDates.length > 0 ? `${way}, ${furtherDates.length + 1} times` : way;
}

function mendOf(line: RehearsalLine, { gaps }: Pick<Rehearsal, 'gaps'>): Mend | null {
  const { recipient, reason, thing, scheduleId, seriesId, isAfterGuarantee } = line;
  switch (reason) {
    case 'no_address':
    case 'only_phone':
      return { label: 'Add an address', href: askPath(recipient.id, 'email') };
    case 'no_mailing_address':
      return { label: 'Add an address', href: askPath(recipient.id, 'mailingAddress') };
    case 'bad_address':
    case 'not_theirs':
      return { label: 'Correct it', href: askPath(recipient.id, 'email') };
    case 'item_not_here':
      return { label: 'How to send it', href: '/physical-items' };
    case 'file_damaged':
    case 'memory_under_review':
      return { label: 'See it', href: `/memories/${thing.id}` };
    case 'account_in_arrears': {
      const href = gaps.find(({ kind }) => kind === 'arrears')?.href;
      return href ? { label: 'See what is due', href } : null;
    }
    case null:
      if (!isAfterGuarantee || scheduleId === null) return null;
      return {
        label: 'Change the day',
        href: seriesId ? seriesPath(seriesId) : `/schedule?change=${scheduleId}`,
      };
    default:
      return null;
  }
}
