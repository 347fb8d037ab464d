const list = new Intl.ListFormat('en');

/** "Ruth Feldman", also while it is being typed; only the first name if there is no other. */
export function fullNameOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName.trim()} ${lastName.trim()}`.trim();
}

/** "Ana", "Ana and Leo", "Ana, Leo, and Maya". */
export function listNames(names: Iterable<string>): string {
  return list.format(names);
}
