/** Whether one of these addresses is the same mailbox as one of those: mail to `jo+anything@` reaches `jo@`, in any case. */
export function shareMailbox(some: readonly string[], others: readonly string[]): boolean {
  const known = new Set(others.map(mailboxOf));
  return some.some((email) => known.has(mailboxOf(email)));
}

function mailboxOf(email: string): string {
  return email
    .trim()
    .toLowerCase()
    .replace(/\+[^@]*(?=@)/, '');
}
