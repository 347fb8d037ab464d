import { parseTime } from '@internationalized/date';
import { isDayOfYear } from '../../../../../shared/delivery/series-days.ts';
import { isTimeZone } from '../../../../../shared/time-zones.ts';
import type { SeriesPlan } from './series-plan.ts';

/** A plan as texts, which is how drafts are stored. An empty text means that nothing is chosen. */
export type SeriesDraft = Record<Exclude<keyof SeriesPlan, 'isSame'> | 'mode', string>;

/** The draft kind on the server for a new series. */
export const seriesDraftKind = 'series';

const blank: SeriesDraft = {
  ...{ recipientId: '', day: '', until: '', time: '', timeZone: '' },
  ...{ mode: 'each', sameMemoryId: '', own: '', writing: '' },
};

/** A year that stays empty although the others get the same memory. */
const nothing = 'none';

export function toDraft(plan: SeriesPlan): SeriesDraft {
  const { recipientId, day, until, time, timeZone, isSame, sameMemoryId, own, writing } = plan;
  return {
    recipientId: recipientId ?? '',
    day: day ? `${day.month}-${day.day}` : '',
    until: until ? `${until.kind} ${until.value}` : '',
    time,
    timeZone,
    mode: isSame ? 'same' : 'each',
    sameMemoryId: sameMemoryId ?? '',
    own: [...own].map(([year, memoryId]) => `${year}=${memoryId ?? nothing}`).join(' '),
    writing: writing === null ? '' : String(writing),
  };
}

export function fromDraft(draft: SeriesDraft): SeriesPlan {
  const [month, day] = draft.day.split('-').map(Number);
  const [kind, value] = draft.until.split(' ');
  return {
    recipientId: draft.recipientId || null,
    day: month && day ? { month, day } : null,
    until: value === undefined ? null : { kind: kind === 'age' ? 'age' : 'year', value: Number(value) },
    time: draft.time,
    timeZone: draft.timeZone,
    isSame: draft.mode === 'same',
    sameMemoryId: draft.sameMemoryId || null,
    own: new Map(draft.own.split(' ').filter(Boolean).map(readYear)),
    writing: draft.writing === '' ? null : Number(draft.writing),
  };
}

function readYear(text: string): [number, string | null] {
  const [year, memoryId = nothing] = text.split('=');
  return [Number(year), memoryId === nothing ? null : memoryId];
}

/** Whose days a stored draft is about. */
export function personOfDraft(stored: unknown): string | null {
  return parseDraft(stored)?.recipientId || null;
}

/** A stored draft; null if it has a different shape, or names a day, a time or a zone that this browser cannot read. */
export function parseDraft(stored: unknown): SeriesDraft | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const texts: Record<string, unknown> = { ...stored };
  const entries = Object.keys(blank).map((name) => [name, texts[name]]);
  if (entries.some(([, text]) => typeof text !== 'string')) return null;
  const draft: SeriesDraft = { ...blank, ...Object.fromEntries(entries) };
  return isReadable(draft) ? draft : null;
}

function isReadable(draft: SeriesDraft): boolean {
  const { day, until, own, writing } = fromDraft(draft);
  const numbers = [until?.value ?? 0, writing ?? 0, ...own.keys()];
  if (numbers.some((number) => !Number.isInteger(number)) || (day && !isDayOfYear(day))) return false;
  try {
    if (draft.time) parseTime(draft.time);
    return isTimeZone(draft.timeZone);
  } catch {
    return false;
  }
}
