const longest = 18;

/** A first name for labels and buttons, where one of sixty characters has no room: its beginning. */
export function shortName(firstName: string): string {
  const characters = [...firstName];
  return characters.length > longest
    ? `${characters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`
    : firstName;
}

const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** 'three'; from eleven on in digits. */
export function numberWord(count: number): string {
  return words[count] ?? String(count);
}

/** 'one thing', 'three things', '11 things'. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${numberWord(count)} ${count === 1 ? one : many}`;
}
