import { formatFullDay } from '../../../../../../shared/dates.ts';
import type { Memory } from '../../../../../../shared/memories/memories.ts';
import { fullNameOf } from '../../../../../../shared/names.ts';
import type { Recipient } from '../../../../../../shared/people/recipients.ts';
import type { DraftText } from '../../../../memories/memories/drafts/drafts.ts';
import { fromDraft, type PlanDraft } from './plan-draft.ts';

/** Describes a plan, so that somebody can tell two of them apart. */
export function describeDraft(
  draft: PlanDraft,
  memories: readonly Memory[],
  recipients: readonly Recipient[],
): DraftText {
  const { memoryId, deliveryType, date, notBefore, time, recipientIds } = fromDraft(draft);
  const day = deliveryType === 'on_death' ? notBefore : date;
  const names = recipients.filter(({ id }) => recipientIds?.includes(id)).map(fullNameOf);
  const details = [
    { name: 'When', text: deliveryType === 'on_death' ? 'After my death' : 'On a day' },
    { name: 'Day', text: day ? formatFullDay(day) : '' },
    { name: 'Time', text: time },
    { name: 'For', text: names.join(', ') },
  ];
  return { title: memories.find(({ id }) => id === memoryId)?.title ?? '', text: '', details };
}
