const longest = 18;

/** A first name for labels and buttons; a long one, up to sixty characters, is shortened to its beginning. */
export function shortName(firstName: string): string {
  const characters = [...firstName];
  return characters.length > longest
    ? `${characters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`
    : firstName;
}
