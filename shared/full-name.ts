/** "Ruth Feldman", also as it is being typed; the first name alone where there is no other. */
export function fullNameOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName.trim()} ${lastName.trim()}`.trim();
}
