import { useSearchParams } from 'wouter';
import type { MemoryType } from '../../../../../shared/memories/memories.ts';
import type { Recipient } from '../../../../../shared/people/recipients.ts';
import { useRecipients } from '../../../people/recipients/queries.ts';

/** The page for composing a memory of this type; for that recipient, if one is given. */
export function composePath(type: MemoryType, recipientId: string | null): string {
  return `/upload?type=${type}${recipientId ? `&for=${recipientId}` : ''}`;
}

/** The person named by `?for=<recipient id>`; null for nobody, undefined while the address book is loading. */
export function useAddressee(): Recipient | null | undefined {
  const [search] = useSearchParams();
  const { data: recipients, isPending } = useRecipients();
  const id = search.get('for');
  if (id === null) return null;
  return isPending ? undefined : (recipients?.find((person) => person.id === id) ?? null);
}
