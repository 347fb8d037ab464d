/** In a file of its own, since the recipient's page loads nothing else about dates. */
export function deviceTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
