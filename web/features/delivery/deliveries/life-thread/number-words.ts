const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** 'three'; from eleven on in digits. */
export function numberWord(count: number): string {
  return words[count] ?? String(count);
}

/** 'one thing', 'three things', '11 things'. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${numberWord(count)} ${count === 1 ? one : many}`;
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
