import { formatDay, formatFullDate, formatTime } from '../../../../../../shared/dates.ts';
import type { Schedule } from '../../../../../../shared/delivery/schedules.ts';
import { timeZoneLabel } from '../../../../../../shared/time-zones.ts';
import { type Addressee, isReachable } from '../form/delivery-sentence.ts';
import { joinFirstNames } from '../recipient-names.ts';
import { afterDeathOf, isOpenToChange, neededAddress } from '../schedules.ts';

/** The message about a schedule that has just been made. */
export interface MomentLabels {
  /** 'Tom will have it on', and 'when' with its full stop, which is not broken across lines. */
  title: string;
  when: string;
  /** The tag at the end of the thread: 'Tom, 15 June 2031' and '12:00 Eastern'. */
  tag: { names: string; name: string; note: string };
  /** The introduction to the ways: 'On that Sunday at 12:00 Eastern'. */
  opening: string;
  /** What follows it where one sentence goes on with the only way. */
  pause: '' | ',';
  ways: readonly Way[];
  /** Until when it can be undone; empty once it has begun. */
  closing: string;
}

/** How one person gets it: 'Tom will get an email at' and 'tom@example.com'. Without an address it cannot be sent yet. */
export interface Way {
  id: string;
  text: string;
  address: string | null;
}

type Person = Addressee & { id: string };

export function describeMoment(schedule: Schedule, people: readonly Person[], nowMs: number): MomentLabels {
  const names = joinFirstNames(schedule.recipients) || 'nobody yet';
  const when = shortWhen(schedule, nowMs);
  const isDated = schedule.deliveryType === 'scheduled';
  const ways = people.map((person) => describeWay(person, schedule.deliveryMethod));
  const isReached = ways.some(({ address }) => address !== null);
  return {
    title: describeTitle(schedule, names, isReached) + (isDated ? ' on' : ''),
    when: `${when}.`,
    tag: {
      names,
      name: `${names}, ${when}`,
      note: isDated ? timeOf(schedule) : 'once it has been confirmed',
    },
    opening: isDated ? openingOf(schedule) : 'Once your death has been confirmed with proof',
    pause: isDated ? '' : ',',
    ways,
    closing: closingOf(schedule, nowMs),
  };
}

function shortWhen(schedule: Schedule, nowMs: number): string {
  return schedule.deliveryType === 'scheduled'
    ? formatDay(schedule.localDate)
    : afterDeathOf(schedule, nowMs);
}

function describeTitle({ deliveryMethod }: Schedule, names: string, isReached: boolean): string {
  if (!isReached) return `It is for ${names}`;
  return deliveryMethod === 'physical' ? `We will post it to ${names}` : `${names} will have it`;
}

/** The time of the instant, which differs from the chosen time if the clocks skip that. */
function timeOf({ deliveryDate, timezone }: Schedule): string {
  return `${formatTime(deliveryDate, timezone)} ${timeZoneLabel(timezone)}`;
}

function openingOf(schedule: Schedule): string {
  const [weekday] = formatFullDate(schedule.deliveryDate, schedule.timezone).split(',');
  return `On that ${weekday} at ${timeOf(schedule)}`;
}

function describeWay(person: Person, method: Schedule['deliveryMethod']): Way {
  const { id, firstName, email, secondEmail, phone, reachedBy, mailingAddress } = person;
  if (!isReachable(person, method))
    return { id, text: `${firstName} has no ${neededAddress(method, phone !== null)} yet`, address: null };
  if (method === 'physical')
    return { id, text: `we begin to send it by post to ${firstName} at`, address: mailingAddress };
  return reachedBy === 'email'
    ? { id, text: `${firstName} will get an email at`, address: email ?? secondEmail }
    : { id, text: `${firstName} will get a text message at`, address: phone };
}

function closingOf(schedule: Schedule, nowMs: number): string {
  if (!isOpenToChange(schedule, nowMs)) return '';
  return schedule.deliveryType === 'scheduled'
    ? 'You can change or cancel it until then.'
    : 'You can change or cancel it at any time.';
}
