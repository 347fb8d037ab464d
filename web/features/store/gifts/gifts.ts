import { lazy } from 'react';

/** Loaded when it opens, to keep the dashboard small. */
export const GiftDialog = lazy(async () => ({ default: (await import('./gift-dialog.tsx')).GiftDialog }));
