import { formatDateTime } from '../../../shared/dates.ts';
import { clockFace } from '../../../shared/lengths.ts';
import type { MemoryCheck } from '../../../shared/memories/memory-checks.ts';
import type { StaffMemory } from '../../../shared/memories/staff-memories.ts';
import { formatSize } from '../../lib/format-size.ts';

type Type = StaffMemory['type'];
type Waiting = NonNullable<StaffMemory['waiting']>;

export const typeLabels: Record<Type, string> = {
  photo: 'Photo',
  video: 'Video',
  audio: 'Audio',
  letter: 'Letter',
};

export const itemLabels: Record<Type, string> = {
  photo: 'photo',
  video: 'video',
  audio: 'recording',
  letter: 'letter',
};

export const checkLabels: Record<MemoryCheck, string> = {
  read: 'Read to its end',
  type: 'The bytes are what the type says',
  decodes: 'Decodes to its end',
  disguise: 'No program, archive or script inside',
  malware: 'Malware scan',
  stored: 'Stored as it came',
};

export const resultLabels: Record<StaffMemory['checks'][number]['result'], string> = {
  passed: 'yes',
  failed: 'no',
  not_set_up: 'not set up',
  not_done: 'not looked at',
};

/** `Video, MP4 · 41.2 MB · 1:12` */
export function sizeOf({ sizeBytes, characters, durationSeconds }: StaffMemory): string[] {
  return [
    ...(sizeBytes === null ? [] : [formatSize(sizeBytes, 1024)]),
    ...(characters === null ? [] : [`${characters.toLocaleString('en')} characters`]),
    ...(durationSeconds === null ? [] : [clockFace(durationSeconds)]),
  ];
}

const numbers = ['nobody', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

function peopleLabels(people: number): string {
  return people === 1 ? 'one person' : `${numbers[people] ?? people} people`;
}

export function waitingLabels({ waiting, moreWaiting, owner }: StaffMemory): string | undefined {
  if (!waiting) return undefined;
  const more =
    moreWaiting > 0 ? ` So ${moreWaiting === 1 ? 'does one more' : `do ${moreWaiting} more`}.` : '';
  return `${deliveryLabels(waiting, owner.firstName)} waits for this.${more}`;
}

function deliveryLabels({ people, isAfterDeath, isDue, deliveryDate, timezone }: Waiting, owner: string) {
  if (isAfterDeath) return `A delivery to ${peopleLabels(people)} after ${owner}’s death`;
  const when = formatDateTime(deliveryDate, timezone);
  return isDue
    ? `A delivery to ${peopleLabels(people)}, due since ${when},`
    : `A delivery to ${peopleLabels(people)} on ${when}`;
}

export const approvalReason = 'I looked at what was checked, and see nothing against it.';

export function quickReasons(memory: StaffMemory): { label: string; sentence: string }[] {
  const { type, checks } = memory;
  const thing = itemLabels[type];
  const stops = checks.find(({ check }) => check === 'decodes')?.found?.match(/^stops at (.+)$/)?.[1];
  const breaksOff = stops ? `The ${thing} breaks off at ${stops}.` : `The ${thing} is damaged.`;
  const disguise = checks.find(({ check }) => check === 'disguise');
  const inside = (disguise?.result === 'failed' && disguise.found) || 'something harmful';
  const again = ['Please upload it once more', waitsToo(memory)].filter(Boolean).join('; ');
  const harmful = {
    label: 'Harmful',
    sentence:
      type === 'letter'
        ? 'This letter could do harm, so we do not deliver it. Please write it differently.'
        : `We found ${inside} in this file, so we do not deliver it. Please upload another one.`,
  };
  if (type === 'letter') return [harmful];
  return [
    { label: 'The file is damaged', sentence: `${breaksOff} ${again}.` },
    {
      label: 'Not the type it says',
      sentence: `The file is not what its name says. Please upload the ${thing} itself.`,
    },
    harmful,
  ];
}

export function changeLabels(seen: StaffMemory, fresh: StaffMemory): string {
  if (fresh.state === 'approved') return 'A colleague has approved it meanwhile.';
  return fresh.revision === seen.revision && fresh.state === seen.state
    ? 'It was checked again while you were looking. The findings may have changed.'
    : 'It changed while you were looking.';
}

/** Used in a reply by email, so with plain spaces. */
function waitsToo({ waiting }: StaffMemory): string | undefined {
  if (!waiting) return undefined;
  if (waiting.isAfterDeath) return 'a delivery waits for it';
  const when = formatDateTime(waiting.deliveryDate, waiting.timezone);
  return `your delivery on ${when.replaceAll('\u00a0', ' ')} waits for it`;
}
