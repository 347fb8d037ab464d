import type { Recipient } from '../../../../shared/people/recipients.ts';

type Relationship = Recipient['relationship'];

/** In the order in which they are offered. */
export const relationshipLabels: Readonly<Record<Relationship, string>> = {
  spouse: 'Spouse',
  child: 'Child',
  parent: 'Parent',
  sibling: 'Sibling',
  friend: 'Friend',
  relative: 'Relative',
  other: 'Other',
};
