import { useSearchParams } from 'wouter';
import type { Recipient } from '../../../../../shared/people/recipients.ts';
import { useRecipients } from '../../../people/recipients/queries.ts';

/** Whom `?for=<recipient id>` names; null for nobody, undefined while the address book is loading. */
export function useAskedPerson(): Recipient | null | undefined {
  const [search] = useSearchParams();
  const { data: recipients, isPending } = useRecipients();
  const id = search.get('for');
  if (id === null) return null;
  return isPending ? undefined : (recipients?.find((person) => person.id === id) ?? null);
}
