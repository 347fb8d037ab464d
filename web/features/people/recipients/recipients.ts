import { lazyComponent } from '../../../lib/lazy.ts';

/** What other features may use of recipients, besides the queries. */
export { useSayDied } from './recipient-death.tsx';
export { useRecipientDeletion } from './recipient-deletion.tsx';
export type { AskedField } from './recipient-values.ts';
export { readRelationship, relationshipLabels, relationshipOptions } from './relationship-labels.ts';

/** Loaded when it opens. */
export const RecipientDialog = lazyComponent(
  async () => (await import('./recipient-dialog.tsx')).RecipientDialog,
);
