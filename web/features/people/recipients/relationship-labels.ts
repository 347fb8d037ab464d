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

export const relationshipOptions = Object.entries(relationshipLabels).map(([value, label]) => ({
  value,
  label,
}));

/** The relationship with that key; undefined for any other text. */
export function readRelationship(text: string): Relationship | undefined {
  return isRelationship(text) ? text : undefined;
}

function isRelationship(text: string): text is Relationship {
  return Object.hasOwn(relationshipLabels, text);
}
