import type { MemoryType } from '../../../../../../shared/memory-types.ts';

const numbers = ['No', 'A', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'];

const nouns: Readonly<Record<MemoryType, readonly [one: string, several: string]>> = {
  letter: ['letter', 'letters'],
  photo: ['photo', 'photos'],
  video: ['video', 'videos'],
  audio: ['recording', 'recordings'],
};

/** "Two letters you have begun" */
export function describeBegun(types: readonly MemoryType[]): string {
  const [first] = types;
  const isOneKind = types.every((type) => type === first);
  const [one, several] = first && isOneKind ? nouns[first] : ['memory', 'memories'];
  const count = types.length;
  return `${numbers[count] ?? count} ${count === 1 ? one : several} you have begun`;
}

/** The name of a draft without a title. */
export function titleOf({ title }: { title: string }): string {
  return title.trim() || 'No title yet';
}
