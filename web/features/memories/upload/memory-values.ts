import type { Memory, MemoryType } from '../../../../shared/memories/memories.ts';

/** What is typed about a memory; a letter's text is its `content`. */
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

/** Values from a stored draft; null when it holds something else. */
export function parseValues(stored: unknown): MemoryValues | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { title, recipient, personalMessage, content }: Record<string, unknown> = { ...stored };
  const texts = { title, recipient, personalMessage, content };
  return isTexts(texts) ? texts : null;
}

function isTexts(values: Record<keyof MemoryValues, unknown>): values is MemoryValues {
  return Object.values(values).every((value) => typeof value === 'string');
}

/** Under which the draft of a new memory of a type, or of changes to a memory, is kept. */
export function draftKind(of: MemoryType | { memoryId: string }): string {
  return typeof of === 'string' ? of : `memory:${of.memoryId}`;
}
