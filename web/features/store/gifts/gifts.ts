import { lazyComponent } from '../../../lib/lazy.ts';

/** Loaded when it opens, to keep the dashboard small. */
export const GiftDialog = lazyComponent(async () => (await import('./gift-dialog.tsx')).GiftDialog);
