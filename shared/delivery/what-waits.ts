import { type MemoryType, memoryNouns } from '../memory-types.ts';

const numbers = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];

/** "A letter", "Two photos", "Three things": all that is said about what waits before it is opened. */
export function describeKinds(kinds: readonly MemoryType[]): string {
  const [first] = kinds;
  if (!first || kinds.length === 1) return `A ${first ? memoryNouns[first] : 'memory'}`;
  const noun = kinds.every((kind) => kind === first) ? `${memoryNouns[first]}s` : 'things';
  return `${numbers[kinds.length] ?? kinds.length} ${noun}`;
}

/** "A letter waits for Maya", "Two photos wait for Maya" */
export function describeWaiting(kinds: readonly MemoryType[], name: string): string {
  return `${describeKinds(kinds)} ${kinds.length === 1 ? 'waits' : 'wait'} for ${name}`;
}
