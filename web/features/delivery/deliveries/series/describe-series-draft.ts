import type { Memory } from '../../../../../shared/memories/memories.ts';
import { fullNameOf } from '../../../../../shared/names.ts';
import type { Recipient } from '../../../../../shared/people/recipients.ts';
import type { DraftText } from '../../../memories/memories/drafts/drafts.ts';
import { fromDraft, type SeriesDraft } from './series-draft.ts';
import { formatClock, formatDayOfYear } from './series-words.ts';

/** Describes a plan, so that somebody can tell two of them apart. */
export function describeSeriesDraft(
  draft: SeriesDraft,
  memories: readonly Memory[],
  recipients: readonly Recipient[],
): DraftText {
  const { recipientId, day, until, time, timeZone, isSame, sameMemoryId, own } = fromDraft(draft);
  const person = recipients.find(({ id }) => id === recipientId);
  const titleOf = (memoryId: string | null) => memories.find(({ id }) => id === memoryId)?.title ?? '';
  const years = [...own].toSorted(([one], [other]) => one - other);
  const details = [
    { name: 'Every', text: day ? formatDayOfYear(day) : '' },
    {
      name: 'Until',
      text: until ? (until.kind === 'age' ? `they are ${until.value}` : String(until.value)) : '',
    },
    { name: 'Time', text: time && formatClock(time, timeZone) },
    ...(isSame ? [{ name: 'The same every year', text: titleOf(sameMemoryId) }] : []),
    ...years.map(([year, memoryId]) => ({ name: String(year), text: titleOf(memoryId) || 'nothing' })),
  ];
  return { title: person ? `For ${fullNameOf(person)}` : '', text: '', details };
}
