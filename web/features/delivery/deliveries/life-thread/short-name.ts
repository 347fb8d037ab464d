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
