const longest = 320;

/** More than fits on a card: the beginning of a text with its line breaks, without the blank lines between paragraphs. */
export function excerptOf(text: string): string {
  return text
    .slice(0, 2 * longest)
    .trimStart()
    .replaceAll(/\s*\n\s*/g, '\n')
    .slice(0, longest);
}
