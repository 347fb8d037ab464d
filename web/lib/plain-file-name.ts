/** Reduces a title to what may stand in a file name on every system; empty if nothing is left. */
export function plainFileName(title: string): string {
  return title.replaceAll(/[^\p{L}\p{N} .,'()-]+/gu, ' ').trim();
}
