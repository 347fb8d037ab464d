const list = new Intl.ListFormat('en');

/** "Ana", "Ana and Leo", "Ana, Leo, and Maya". */
export function listNames(names: Iterable<string>): string {
  return list.format(names);
}
