/** Numbers and lists of names in words, for every page and every mail. */
import { listNames } from './names.ts';

const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** 'three'; from eleven on in digits. */
export function numberWord(count: number): string {
  return words[count] ?? String(count);
}

/** 'one thing', 'three things', '11 things'. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${numberWord(count)} ${count === 1 ? one : many}`;
}

/** If there are more than this, the rest are counted, not named. */
const mostNames = 6;

/** 'Ana, Leo, and Maya', 'Ana, Leo, Maya, Tom, Inés, Daniel, and 5 others'. */
export function nameSome(names: readonly string[]): string {
  if (names.length <= mostNames + 1) return listNames(names);
  return listNames([...names.slice(0, mostNames), `${names.length - mostNames} others`]);
}
