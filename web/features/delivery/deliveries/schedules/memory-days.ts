import { formatDate, formatDay } from '../../../../../shared/dates.ts';
import type { Schedule } from '../../../../../shared/delivery/schedules.ts';
import type { MemoryDay } from '../../../memories/memories/memories.ts';
import { joinFirstNames } from './recipient-names.ts';
import { afterDeathOf, deliveredOf, isOpenToChange, upcomingOf } from './schedules.ts';

/** The days of all memories that have one. What is still to come counts before what has been delivered. */
export function daysOfMemories(schedules: readonly Schedule[], nowMs: number): Map<string, MemoryDay> {
  const byMemory = Map.groupBy(schedules, ({ memoryId }) => memoryId ?? '');
  return new Map([...byMemory].map(([memoryId, own]) => [memoryId, describeDay(own, nowMs)]));
}

function describeDay(schedules: readonly Schedule[], nowMs: number): MemoryDay {
  const upcoming = upcomingOf(schedules);
  const [next, ...others] = upcoming;
  if (!next) return { text: describeDelivered(deliveredOf(schedules)), scheduleId: null };
  const isDated = next.deliveryType === 'scheduled';
  const when = isDated ? formatDay(next.localDate) : afterDeathOf(next, nowMs);
  const isOnly = others.length === 0;
  return {
    text: `${namesOf(upcoming)}, ${isOnly || !isDated ? when : `next ${when}`}`,
    scheduleId: isOnly && isOpenToChange(next, nowMs) ? next.id : null,
  };
}

function describeDelivered(delivered: readonly Schedule[]): string {
  const [last] = delivered;
  if (!last) return '';
  return `${namesOf(delivered)}, delivered ${formatDate(last.deliveredAt ?? last.deliveryDate, last.timezone)}`;
}

/** Each person once. */
function namesOf(schedules: readonly Schedule[]): string {
  const people = new Map(schedules.flatMap(({ recipients }) => recipients.map((each) => [each.id, each])));
  return joinFirstNames([...people.values()]) || 'Nobody yet';
}
