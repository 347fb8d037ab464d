import type { z } from 'zod';
import { formatDay } from '../../../../../shared/dates.ts';
import { describeGap } from '../../../../../shared/delivery/gap-words.ts';
import type { Rehearsal } from '../../../../../shared/delivery/rehearsal.ts';
import { describeKinds } from '../../../../../shared/delivery/what-waits.ts';
import { countOf } from '../../../../../shared/in-words.ts';
import { capitalized, uncapitalized } from '../../../../../shared/letter-case.ts';
import { describeKept } from '../../../../../shared/system/describe-kept.ts';
import { dayMonthsAfter } from '../../../../platform/local-time.ts';

// What the mail says about a rehearsal: names, days and kinds, never a title or any of the content.

type Facts = z.output<typeof Rehearsal>;
type Line = Facts['lines'][number];

interface Coming {
  line: Line;
  day: string;
}

/** If there are more than this, they are counted. */
const mostLines = 12;

/** Who receives something within a year from today: a sentence, and a line for each. */
export function comingYear({
  lines,
  today,
}: Pick<Facts, 'lines' | 'today'>): Record<'lead' | 'coming', string> {
  const until = dayMonthsAfter(today, 12);
  const coming = lines
    .flatMap((line) => [line.localDate, ...line.furtherDates].map((day) => ({ line, day })))
    .flatMap(({ line, day }) => (day !== null && day >= today && day < until ? [{ line, day }] : []))
    .toSorted((one, other) => one.day.localeCompare(other.day));
  const later = countOf(lines.filter(({ at }) => at === null).length, 'more delivery', 'more deliveries');
  const waiting = lines.some(({ at }) => at === null)
    ? ` ${capitalized(later)} ${later.startsWith('one ') ? 'waits' : 'wait'} for after your death.`
    : '';
  if (coming.length === 0)
    return { lead: `As it stands, nothing has a day in the coming year.${waiting}`, coming: '' };
  const messages = [...Map.groupBy(coming, messageOf).values()];
  const named = messages.slice(0, mostLines).map(describeMessage);
  const more = messages.slice(mostLines).flat().length;
  return {
    lead: `This is what goes out in the year ahead, whether or not you are alive.${waiting}`,
    coming: [...named, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'),
  };
}

/** Everything that falls due for one person at one moment goes together. */
function messageOf({ line: { recipient, localTime, channel, reason }, day }: Coming): string {
  return [day, localTime, recipient.id, channel, reason].join(' ');
}

function describeMessage(message: readonly Coming[]): string {
  const [first] = message;
  if (!first) return '';
  const { recipient, reason } = first.line;
  const what = describeThings(message.map(({ line }) => line.thing.type));
  return `${formatDay(first.day)}: ${what} for ${recipient.firstName}${reason ? ', which would wait' : ''}`;
}

/** Null stands for a physical item. */
function describeThings(types: readonly Line['thing']['type'][]): string {
  const kinds = types.filter((type) => type !== null);
  if (kinds.length === types.length) return uncapitalized(describeKinds(kinds));
  return types.length === 1 ? 'something that we keep for you' : countOf(types.length, 'thing');
}

/** In the same words as on the page, without the titles. */
export function whatIsMissing({ gaps, timezone, now }: Facts): Record<'missingLead' | 'missing', string> {
  if (gaps.length === 0)
    return { missingLead: 'Nothing is missing, and there is nothing to do.', missing: '' };
  const sentences = gaps.map(({ due, things: _titles, ...gap }) => {
    const facts = { ...gap, things: [], due: due?.toISOString() ?? null };
    const { who, title, text } = describeGap(facts, timezone, now.getTime());
    return `${who} ${title} ${text}`.trim();
  });
  const many =
    gaps.length === 1 ? 'One thing is missing' : `${capitalized(countOf(gaps.length, 'thing'))} are missing`;
  return { missingLead: `${many}:`, missing: sentences.join('\n\n') };
}

/** The same as in the settings; empty for somebody who has left no file. */
export function filesKept(
  kept: { files: number; whole: number; checkedAt: Date | null },
  timeZone: string,
): string {
  if (kept.files === 0) return '';
  if (kept.files === kept.whole)
    return kept.files === 1
      ? 'Your one file is whole.'
      : `Your ${kept.files.toLocaleString('en-US')} files are whole.`;
  return describeKept({ ...kept, checkedAt: kept.checkedAt?.toISOString() ?? null }, timeZone);
}
