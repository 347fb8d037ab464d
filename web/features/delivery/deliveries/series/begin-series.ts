import type { Schedule } from '../../../../../shared/delivery/schedules.ts';
import type { Memory } from '../../../../../shared/memories/memories.ts';
import type { AskedSeries } from './asked-series.ts';
import { type Choosable, isChoosable, planYears, type SeriesPerson } from './planned-years.ts';
import { emptySeries, forPerson, memoryOf, type SeriesPlan, withYear } from './series-plan.ts';

/** What the choices of the form are made from. */
export interface KnownToSeries {
  recipients: readonly SeriesPerson[];
  memories: readonly (Choosable & Pick<Memory, 'recipientId' | 'createdAt'>)[];
  schedules: readonly Schedule[];
  nowMs: number;
}

/** Adds what the link preselects. A draft for somebody else is not continued: nobody gets what was chosen for another. */
export function beginSeries(draft: SeriesPlan, asked: AskedSeries, known: KnownToSeries): SeriesPlan {
  const person = known.recipients.find(({ id }) => id === asked.recipientId);
  const isOthers = person !== undefined && draft.recipientId !== person.id;
  const begun = isOthers ? forPerson(emptySeries(draft.timeZone), person, known.nowMs) : draft;
  const written = withWritten(begun, asked);
  return asked.isFilled && person && isBlank(written) ? filled(written, person, known) : written;
}

/** Whether no year has a memory yet. */
function isBlank({ own, sameMemoryId }: SeriesPlan): boolean {
  return own.size === 0 && sameMemoryId === null;
}

function withWritten(plan: SeriesPlan, { memoryId, sameMemoryId }: AskedSeries): SeriesPlan {
  if (memoryId && plan.writing !== null) return { ...withYear(plan, plan.writing, memoryId), writing: null };
  return sameMemoryId && isBlank(plan) ? { ...plan, isSame: true, sameMemoryId } : plan;
}

/** Fills the first empty years with what was left for this person and has no day yet, oldest first. */
function filled(plan: SeriesPlan, person: SeriesPerson, known: KnownToSeries): SeriesPlan {
  const scheduled = new Set(known.schedules.map(({ memoryId }) => memoryId));
  const left = known.memories
    .filter((memory) => memory.recipientId === person.id && isChoosable(memory) && !scheduled.has(memory.id))
    .toSorted((one, other) => one.createdAt.localeCompare(other.createdAt));
  const empty = planYears(plan, { ...known, person }).filter(({ content }) => content === null);
  return empty.reduce((next, { year }, index) => {
    const memory = left[index];
    return memory && memoryOf(next, year) === null ? withYear(next, year, memory.id) : next;
  }, plan);
}
