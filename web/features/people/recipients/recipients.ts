import { lazyComponent } from '../../../lib/lazy.ts';
import type { AskedField } from './recipient-values.ts';

/** What other features may use of recipients, besides the queries. */
export { useSayDied } from './recipient-death.tsx';
export { useRecipientDeletion } from './recipient-deletion.tsx';
export type { AskedField } from './recipient-values.ts';
export { readRelationship, relationshipLabels, relationshipOptions } from './relationship-labels.ts';

/** A person's page, with their details open at a field. */
export function askPath(recipientId: string, field: AskedField): string {
  return `/recipients/${recipientId}?ask=${field}`;
}

/** Loaded when it opens. */
export const RecipientDialog = lazyComponent(
  async () => (await import('./recipient-dialog.tsx')).RecipientDialog,
);

/** The page on which the owner checks all addresses once a year. */
export const CheckAddresses = lazyComponent(
  async () => (await import('./check-addresses.tsx')).CheckAddresses,
);
