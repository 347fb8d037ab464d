import { parseDate, parseTime } from '@internationalized/date';
import type { Schedule } from '../../../../../../shared/delivery/schedules.ts';
import { isTimeZone } from '../../../../../../shared/time-zones.ts';
import { atOnce, type DeliveryPlan, planOf } from './delivery-plan.ts';

/** A plan as texts, which is how drafts are stored. An empty text means that nothing is chosen. */
export type PlanDraft = Record<keyof DeliveryPlan, string>;

const blank: PlanDraft = {
  memoryId: '',
  deliveryType: '',
  date: '',
  time: '',
  notBefore: '',
  releaseDays: atOnce,
  timeZone: '',
  deliveryMethod: '',
  recipientIds: '',
  version: '',
};

/** Everybody has been unticked, which differs from nobody having been ticked yet. */
const nobody = 'nobody';

export function toDraft(plan: DeliveryPlan): PlanDraft {
  const { recipientIds, memoryId, date, notBefore } = plan;
  return {
    ...blank,
    ...plan,
    memoryId: memoryId ?? '',
    date: date ?? '',
    notBefore: notBefore ?? '',
    recipientIds: recipientIds ? recipientIds.join(' ') || nobody : '',
  };
}

export function fromDraft(draft: PlanDraft): DeliveryPlan {
  const { deliveryType, deliveryMethod, recipientIds } = draft;
  return {
    ...draft,
    memoryId: draft.memoryId || null,
    date: draft.date || null,
    notBefore: draft.notBefore || null,
    deliveryType: deliveryType === 'on_death' ? deliveryType : 'scheduled',
    deliveryMethod: deliveryMethod === 'physical' ? deliveryMethod : 'digital',
    recipientIds: recipientIds === '' ? null : recipientIds.split(' ').filter((id) => id !== nobody),
  };
}

/** A stored draft; null if it has a different shape, or names a day, a time or a zone that this browser cannot read. */
export function parseDraft(stored: unknown): PlanDraft | null {
  if (typeof stored !== 'object' || stored === null) return null;
  // Older drafts do not have the days after a death, or a version.
  const texts: Record<string, unknown> = { releaseDays: atOnce, version: '', ...stored };
  const entries = Object.keys(blank).map((name) => [name, texts[name]]);
  if (entries.some(([, text]) => typeof text !== 'string')) return null;
  const draft: PlanDraft = { ...blank, ...Object.fromEntries(entries) };
  try {
    for (const day of [draft.date, draft.notBefore]) if (day) parseDate(day);
    if (draft.time) parseTime(draft.time);
    return isTimeZone(draft.timeZone) ? draft : null;
  } catch {
    return null;
  }
}

/** Stands for the memory of a draft for which none is chosen yet. */
export const noMemory = 'none';

/** Which memory a stored draft is about. */
export function memoryOfDraft(stored: unknown): string {
  return parseDraft(stored)?.memoryId || noMemory;
}

/** The state of a history entry whose page asks again for all that had been chosen for a schedule, which was then undone. */
export function undoneState(schedule: Schedule, nowMs: number): { undone: PlanDraft } {
  return { undone: toDraft({ ...planOf(schedule, nowMs), version: '' }) };
}

/** The plan in that state; null in any other. */
export function readUndone(state: unknown = window.history.state): DeliveryPlan | null {
  if (typeof state !== 'object' || state === null || !('undone' in state)) return null;
  const draft = parseDraft(state.undone);
  return draft && fromDraft(draft);
}

/** The draft kind on the server for a new delivery, or for changes to one. */
export function planDraftKind(changingId: string | null): string {
  return changingId === null ? 'schedule' : `schedule:${changingId}`;
}
