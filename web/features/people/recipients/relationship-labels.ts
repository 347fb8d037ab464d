import type { Recipient } from '../../../../shared/people/recipients.ts';

type Relationship = Recipient['relationship'];

/** In display order. */
export const relationshipLabels: Readonly<Record<Relationship, string>> = {
  spouse: 'Spouse',
  child: 'Child',
  parent: 'Parent',
  sibling: 'Sibling',
  friend: 'Friend',
  relative: 'Relative',
  other: 'Other',
};
