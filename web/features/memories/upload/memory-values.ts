import type { Memory, MemoryType } from '../../../../shared/memories/memories.ts';

/** The form values of a memory; a letter's text is its `content`. */
export interface MemoryValues {
  title: string;
  recipient: string;
  personalMessage: string;
  content: string;
}

export const noValues: MemoryValues = { title: '', recipient: '', personalMessage: '', content: '' };

export function valuesOf(memory: Memory): MemoryValues {
  return {
    title: memory.title,
    recipient: memory.recipient,
    personalMessage: memory.personalMessage ?? '',
    content: memory.content ?? '',
  };
}

/** The values of a stored draft; null when they are invalid. */
export function parseValues(stored: unknown): MemoryValues | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { title, recipient, personalMessage, content }: Record<string, unknown> = { ...stored };
  const texts = { title, recipient, personalMessage, content };
  return isTexts(texts) ? texts : null;
}

function isTexts(values: Record<keyof MemoryValues, unknown>): values is MemoryValues {
  return Object.values(values).every((value) => typeof value === 'string');
}

/** The draft kind of a new memory of a type, or of changes to a memory. */
export function draftKind(of: MemoryType | { memoryId: string }): string {
  return typeof of === 'string' ? of : `memory:${of.memoryId}`;
}
