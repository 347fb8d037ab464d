import { formatDay, formatHours } from '../../../../shared/dates.ts';
import type { Rehearsal, RehearsalLine } from '../../../../shared/delivery/rehearsal.ts';
import { plans } from '../../../../shared/plans.ts';
import { timeZoneLabel } from '../../../../shared/time-zones.ts';
import { formatDayAndMonth } from '../../../lib/dates.ts';
import { entriesOf } from './entries.ts';
import { describeTogether } from './together.ts';
import type { Moment } from './view.ts';

type Death = NonNullable<Rehearsal['death']>;
/** With its time in milliseconds, for sorting. */
type Placed = Moment & { at: number };

/** What would follow if the owner died today, in order of time. */
export function momentsOf(rehearsal: Rehearsal): Moment[] {
  const { death, lines, now } = rehearsal;
  if (!death) return [];
  const releasedAt = Date.parse(death.releasedAt);
  const isGiven = ({ at }: RehearsalLine) => at === null || Date.parse(at) === releasedAt;
  const placed = [
    ...[told(rehearsal, death), read(rehearsal, death), given(rehearsal, death, lines.filter(isGiven))],
    ...[quiet(death, releasedAt), guaranteed(rehearsal)],
    ...datedOf(
      rehearsal,
      lines.filter((line) => !isGiven(line)),
    ),
  ];
  const first = Date.parse(now);
  return placed.toSorted((one, other) => Math.max(one.at, first) - Math.max(other.at, first));
}

const plain = { note: null, title: null, text: null, entries: [], together: [], isLoose: false };

function told({ now, today }: Rehearsal, { contact }: Death): Placed {
  const what = 'We write to you at once, on every channel we have. If it is a mistake, one click ends it.';
  return {
    ...plain,
    ...{ key: 'told', kind: 'told', at: Date.parse(now), day: 'Today', note: formatDay(today) },
    title: contact ? `${contact} tells us` : 'Somebody tells us',
    text: contact
      ? `${contact} is your trusted contact and has been told how. ${what}`
      : `None of your trusted contacts has been told how. ${what}`,
  };
}

function read({ timezone }: Rehearsal, { proofReadBy, objectionHours }: Death): Placed {
  return {
    ...plain,
    ...{ key: 'read', kind: 'step', at: Date.parse(proofReadBy) },
    ...about(proofReadBy, timezone),
    title: 'The proof is checked',
    text: `A person reads it. Then ${formatHours(objectionHours)} in which we write to you every day, and signing in stops everything.`,
  };
}

function given(rehearsal: Rehearsal, { releasedAt }: Death, lines: readonly RehearsalLine[]): Placed {
  const { deletedWithDeath, timezone } = rehearsal;
  const titles = deletedWithDeath.map(({ title }) => `“${title}”`).join(', ');
  const isNothing = lines.length === 0 ? 'Nothing waits for your death so far.' : '';
  const deleted = titles && `Nobody gets ${titles}: it is deleted, as you chose.`;
  return {
    ...plain,
    ...{ key: 'given', kind: 'given', at: Date.parse(releasedAt) },
    ...about(releasedAt, timezone),
    title: 'What you left for after your death is delivered',
    text: [isNothing, deleted].filter(Boolean).join(' ') || null,
    entries: entriesOf(lines, rehearsal),
    together: describeTogether(lines, rehearsal.lines),
  };
}

function quiet({ quietUntil }: Death, releasedAt: number): Placed {
  const note = quietUntil ? `until ${formatDayAndMonth(quietUntil)}` : 'none so far';
  return {
    ...plain,
    key: 'quiet',
    kind: 'quiet',
    at: releasedAt + 1,
    day: 'Quiet days',
    note,
    isLoose: true,
  };
}

function guaranteed({ guarantee: { plan, years, until } }: Rehearsal): Placed {
  const howLong = years === 1 ? '1 year' : `${years} years`;
  return {
    ...plain,
    ...{ key: 'guarantee', kind: 'guarantee', at: Date.parse(`${until}T23:59:59Z`), day: formatDay(until) },
    text: `Your plan, ${plans[plan].name}, guarantees delivery for ${howLong}. If you died today, it would be until here.`,
    isLoose: true,
  };
}

/** One for each day, and one for each series. */
function datedOf(rehearsal: Rehearsal, lines: readonly RehearsalLine[]): Placed[] {
  const groups = Map.groupBy(lines, ({ localDate, furtherDates }) =>
    furtherDates.length > 0 ? `${localDate} to ${furtherDates.at(-1)}` : (localDate ?? ''),
  );
  return [...groups].flatMap(([key, own]) => {
    const [line] = own;
    if (!line?.localDate || !line.at) return [];
    return {
      ...plain,
      key,
      kind: 'day',
      at: Date.parse(line.at),
      ...dayOf(own, line),
      entries: entriesOf(own, rehearsal),
      together: describeTogether(own, rehearsal.lines),
    };
  });
}

function dayOf(lines: readonly RehearsalLine[], line: RehearsalLine): Pick<Moment, 'day' | 'note'> {
  const { localDate, furtherDates, timezone } = line;
  const day = localDate ?? '';
  const last = furtherDates.at(-1);
  if (last) return { day: formatDayAndMonth(day), note: `${day.slice(0, 4)} to ${last.slice(0, 4)}` };
  const times = new Set(lines.map(({ localTime }) => localTime?.slice(0, 5)));
  const isSame = times.size === 1 && line.localTime !== null;
  return {
    day: formatDay(day),
    note: isSame ? `${line.localTime?.slice(0, 5)} ${timeZoneLabel(timezone)}` : null,
  };
}

function about(instant: string, timeZone: string): Pick<Moment, 'day' | 'note'> {
  return { day: formatDayAndMonth(instant, timeZone), note: 'about' };
}
