import type { Memory } from '../../../../../shared/memories/memories.ts';

/** The form values of a memory; a letter's text is its `content`. */
export interface MemoryValues {
  title: string;
  recipient: string;
  personalMessage: string;
  content: string;
  /** The person in the address book named by `recipient`; `someoneElse` while the four fields below are asked for; otherwise empty. */
  recipientId: string;
  firstName: string;
  lastName: string;
  relationship: string;
  email: string;
  /** The version of the memory being changed, as it was read; empty for a new one. */
  version: string;
  /** `yes` if it was written while the plan had no room for it; otherwise empty. */
  waitsForPlan: string;
}

/** Somebody who is not in the address book yet. */
export const someoneElse = 'someone-else';

/** Fields that older drafts do not have. */
const added = {
  recipientId: '',
  firstName: '',
  lastName: '',
  relationship: '',
  email: '',
  version: '',
  waitsForPlan: '',
};

export const noValues: MemoryValues = {
  title: '',
  recipient: '',
  personalMessage: '',
  content: '',
  ...added,
};

export function valuesOf(memory: Memory): MemoryValues {
  return {
    ...noValues,
    title: memory.title,
    recipient: memory.recipient,
    recipientId: memory.recipientId ?? '',
    personalMessage: memory.personalMessage ?? '',
    content: memory.content ?? '',
    version: String(memory.version),
  };
}

/** The values of a stored draft; null if they are invalid. */
export function parseValues(stored: unknown): MemoryValues | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { title, recipient, personalMessage, content, ...rest }: Record<string, unknown> = { ...stored };
  const { recipientId, firstName, lastName, relationship, email, ...newer }: Record<string, unknown> = {
    ...added,
    ...rest,
  };
  const { version, waitsForPlan } = newer;
  const person = { recipientId, firstName, lastName, relationship, email };
  const texts = { title, recipient, personalMessage, content, ...person, version, waitsForPlan };
  return isTexts(texts) ? texts : null;
}

/** Whether the same was written, regardless of the version that was read. */
export function isSameWritten({ version: _one, ...one }: MemoryValues, other: MemoryValues): boolean {
  return (Object.keys(one) as (keyof typeof one)[]).every((name) => one[name] === other[name]);
}

function isTexts(values: Record<keyof MemoryValues, unknown>): values is MemoryValues {
  return Object.values(values).every((value) => typeof value === 'string');
}

/** The draft kind of changes to a memory. */
export function changesKind(memoryId: string): string {
  return `${changesPrefix}${memoryId}`;
}

/** The memory to which a draft of this kind holds changes; null for another draft. */
export function changedIn(kind: string): string | null {
  return kind.startsWith(changesPrefix) ? kind.slice(changesPrefix.length) : null;
}

const changesPrefix = 'memory:';
